// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Producer and consumer with two counting semaphores.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

enum { SIZE = 2, ITEMS = 3 };
static sem_t room, items;
static int queue[SIZE];

static void *produce(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&room);
        queue[i % SIZE] = i;
        sem_post(&items);
    }
    return arg;
}

int main(void) {
    pthread_t a;
    sem_init(&room, 0, SIZE);
    sem_init(&items, 0, 0);
    pthread_create(&a, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        sem_wait(&items);
        assert(queue[i % SIZE] == i);
        sem_post(&room);
    }
    pthread_join(a, NULL);
    return 0;
}
