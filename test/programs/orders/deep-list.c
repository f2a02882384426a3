// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 29
// orders: mixed dfs
// options: --reduction global
// Two threads each build a list; who takes the 41st entry of one that has 40 falls off its end.
#include <pthread.h>
#include <stdlib.h>

struct entry {
    struct entry *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *lists[3];
static int length;

static void *build(void *arg) {
    struct entry **list = arg;
    for (int i = 0; i < 40; i++) {
        pthread_mutex_lock(&lock);
        struct entry *e = malloc(sizeof *e);
        e->next = *list;
        *list = e;
        length++;
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i <= 40; i++) {
        pthread_mutex_lock(&lock);
        struct entry *e = *list;
        *list = e->next;
        free(e);
        length--;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, build, &lists[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
