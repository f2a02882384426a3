// SPDX-License-Identifier: Apache-2.0
// N tasks share two printers. A task needs both of them, one for the pages and one for the cover, and takes them
// one after the other; when two tasks have got one each, everybody waits. With -DFIXED only one task at a time
// may collect its printers.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

enum { PRINTERS = 2, NEEDED = 2 };

static sem_t free_printers;
#ifdef FIXED
static pthread_mutex_t collecting = PTHREAD_MUTEX_INITIALIZER;
#endif

static struct {
    pthread_mutex_t lock;
    int tasks, pages;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void take_printers(void) {
#ifdef FIXED
    pthread_mutex_lock(&collecting);
#endif
    for (int i = 0; i < NEEDED; i++)
        sem_wait(&free_printers);
#ifdef FIXED
    pthread_mutex_unlock(&collecting);
#endif
}

static void return_printers(void) {
    for (int i = 0; i < NEEDED; i++)
        sem_post(&free_printers);
}

static void *print(void *arg) {
    int pages = *(const int *)arg;
    take_printers();
    pthread_mutex_lock(&account.lock);
    account.tasks++;
    account.pages += pages + 1; // and the cover
    assert(account.pages >= 2 * account.tasks);
    pthread_mutex_unlock(&account.lock);
    return_printers();
    return NULL;
}

int main(void) {
    pthread_t task[N];
    int pages[N], expected = 0;
    sem_init(&free_printers, 0, PRINTERS);
    for (int i = 0; i < N; i++) {
        pages[i] = 1 + i % 2;
        expected += pages[i] + 1;
        pthread_create(&task[i], NULL, print, &pages[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(task[i], NULL);
    int left = 0;
    sem_getvalue(&free_printers, &left);
    assert(left == PRINTERS && account.tasks == N && account.pages == expected);
    sem_destroy(&free_printers);
    printf("%d pages printed\n", account.pages);
    return 0;
}
