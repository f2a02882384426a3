// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// A choice in the middle of an atomic section: what comes after it belongs to the section, too. The reader's first store can come
// before the section and its load after it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int array;
static _Atomic int flag;

static void *section(void *arg) {
    heddle_atomic_begin();
    flag = 2;
    int chosen = heddle_choose(2);
    array += 2 + chosen;
    heddle_atomic_end();
    return arg;
}

static void *reader(void *arg) {
    array = 1;
    if (flag == 2)
        assert(array == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, section, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
