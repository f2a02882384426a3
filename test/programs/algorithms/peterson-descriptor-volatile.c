// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O1 -O2 -O3 -Os
// Peterson's algorithm with a descriptor for each thread, volatile.
#include <assert.h>
#include <pthread.h>

struct pa_desc {
    volatile int *f0, *f1;
    int last;
};
static volatile int pa_f0, pa_f1, pa_last;
static volatile int count;

static void pa_desc_init(struct pa_desc *d, int id) {
    d->f0 = id == 1 ? &pa_f0 : &pa_f1;
    d->f1 = id == 1 ? &pa_f1 : &pa_f0;
    d->last = id;
}
static void pa_desc_lock(struct pa_desc *d) {
    for (*d->f0 = 1, pa_last = d->last; *d->f1 == 1 && pa_last == d->last;)
        ;
}
static void pa_desc_unlock(struct pa_desc *d) { *d->f0 = 0; }

static void critical(void) {
    count++;
    assert(count == 1);
    count--;
}

static void *thread_main(void *id) {
    struct pa_desc d;
    pa_desc_init(&d, *(int *)id);
    for (;;) {
        pa_desc_lock(&d);
        critical();
        pa_desc_unlock(&d);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, NULL, thread_main, &one);
    pthread_create(&b, NULL, thread_main, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
