// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Steps that take a mutex and release it leave it as it was, and do not conflict because of it; those that keep it do.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *in_order(void *arg) {
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    y++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *the_other_way(void *arg) {
    pthread_mutex_lock(&b);
    y++;
    pthread_mutex_unlock(&b);
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    x++;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, in_order, NULL);
    pthread_create(&t[1], NULL, the_other_way, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
