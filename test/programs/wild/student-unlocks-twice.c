// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// options: --prp parts/deadlock.prp
// message: also seen, not asked for: mutex-misuse
// Homework: one branch unlocks twice, which opens the other thread's lock, and on another path nobody unlocks at all.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int money = 1;

static void *spend(void *arg) {
    pthread_mutex_lock(&a);
    if (money == 0) {
        printf("nothing left\n");
        return NULL;
    }
    money--;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, spend, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    return 0;
}
