// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free
// The mutex is freed while its owner is about to unlock it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct S {
    pthread_mutex_t m;
    int x;
};
struct S *p;
atomic_int flag;
void *t(void *a) {
    struct S *q = p;
    pthread_mutex_lock(&q->m);
    flag = 1;
    pthread_mutex_unlock(&q->m);
    return 0;
}
int main() {
    pthread_t h;
    p = malloc(sizeof *p);
    pthread_mutex_init(&p->m, 0);
    pthread_create(&h, 0, t, 0);
    if (flag)
        free(p);
    pthread_join(h, 0);
}
