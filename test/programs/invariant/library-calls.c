// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --invariant is_named,is_counted,is_parsed,is_copied
// Invariants that call functions of the library: what these write to is the invariants' own, errno too, and gone afterwards.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char name[8] = "abc";
static sem_t s;
static volatile int n;

int is_named(void) { return strlen(name) == 3 && memcmp(name, "abd", 2) == 0; }

int is_counted(void) {
    char text[16];
    int value = 0;
    sem_getvalue(&s, &value);
    snprintf(text, sizeof text, "%d %d", n, value);
    printf("%s\n", text);
    return text[0] == (n ? '1' : '0');
}

int is_parsed(void) {
    errno = 0;
    return strtol("99999999999999999999", NULL, 10) > 0 && errno == ERANGE;
}

int is_copied(void) {
    char *copy = malloc(sizeof name);
    int is_same = copy && strcmp(strcpy(copy, name), name) == 0;
    free(copy);
    return is_same || !copy;
}

static void *work(void *arg) {
    n = 1;
    sem_post(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, work, 0);
    sem_wait(&s);
    pthread_join(t, 0);
    return 0;
}
