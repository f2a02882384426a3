// SPDX-License-Identifier: Apache-2.0
// What most programs do: neither the time nor the numbers matter to what is checked.
// expect: holds
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg) {
    printf("%d\n", rand() % 100);
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    srand((unsigned)time(NULL) ^ (unsigned)getpid());
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return count == 2 ? 0 : (abort(), 1);
}
