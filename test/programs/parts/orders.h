// SPDX-License-Identifier: Apache-2.0
// Three threads get something one after the other. What includes this says how: prepare() before they start, get(),
// pass_on(), and begin(), which lets the first one go. With ORDER, that order must not happen: a violation shows that
// it can. Without, it must be one of the six that there are.
#include <assert.h>
#include <pthread.h>

static int order;

static void prepare(void);
static void begin(void);
static void get(long me);
static void pass_on(void);

static void *waiter(void *arg) {
    get((long)arg);
    order = order * 10 + (int)(long)arg;
    pass_on();
    return NULL;
}

int main(void) {
    pthread_t t[3];
    prepare();
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, waiter, (void *)(i + 1));
    begin();
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
#ifdef ORDER
    assert(order != ORDER);
#else
    assert(order == 123 || order == 132 || order == 213 || order == 231 || order == 312 || order == 321);
#endif
    return 0;
}
