// SPDX-License-Identifier: Apache-2.0
// Two workers take jobs from a list, and nobody locks it.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
    int number;
    struct job *next;
};

static struct job *queue;
static int done;

static void *worker(void *arg) {
    struct job *j = queue;
    queue = j->next;
    printf("job %d\n", j->number);
    free(j);
    done++;
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 2; i > 0; i--) {
        struct job *j = malloc(sizeof *j);
        j->number = i;
        j->next = queue;
        queue = j;
    }
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return done != 2;
}
