// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// What is printed into memory the program can read, and this one does: two threads must not have the same name.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char names[2][32];

static void *name(void *arg) {
    sprintf(arg, "%lu", (unsigned long)pthread_self());
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, name, names[1]);
    name(names[0]);
    pthread_join(thread, NULL);
    assert(strcmp(names[0], names[1]) != 0);
    return 0;
}
