// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// expect@-O1: violated assertion line 31
// expect@-O2: violated assertion line 31
// expect@-O3: violated assertion line 31
// levels: -O0 -O1 -O2 -O3 -Os
// The descriptor form without volatile, inlined: the optimiser knows the variables behind the pointers, and reads early.
#include <assert.h>
#include <pthread.h>

struct pa_desc {
    int *f0, *f1;
    int last;
};
int pa_f0, pa_f1, pa_last;
volatile int count;

void pa_desc_init(struct pa_desc *d, int id) {
    d->f0 = id == 1 ? &pa_f0 : &pa_f1;
    d->f1 = id == 1 ? &pa_f1 : &pa_f0;
    d->last = id;
}
void pa_desc_lock(struct pa_desc *d) {
    for (*d->f0 = 1, pa_last = d->last; *d->f1 == 1 && pa_last == d->last;)
        ;
}
void pa_desc_unlock(struct pa_desc *d) { *d->f0 = 0; }

void critical(void) {
    count++;
    assert(count == 1);
    count--;
}

void *thread1_main(void *args) {
    struct pa_desc d;
    pa_desc_init(&d, 1);
    for (;;) {
        pa_desc_lock(&d);
        critical();
        pa_desc_unlock(&d);
    }
    return args;
}
void *thread2_main(void *args) {
    struct pa_desc d;
    pa_desc_init(&d, 2);
    for (;;) {
        pa_desc_lock(&d);
        critical();
        pa_desc_unlock(&d);
    }
    return args;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread1_main, NULL);
    pthread_create(&b, NULL, thread2_main, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
