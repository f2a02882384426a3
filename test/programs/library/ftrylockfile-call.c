// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// Calls on a stream have its lock: whoever tries to take it meanwhile does not get it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE *file;

static void *writer(void *arg) {
    fputs("ab", file);
    return arg;
}

int main(void) {
    pthread_t t;
    file = fmemopen(text, sizeof text, "w");
    pthread_create(&t, NULL, writer, NULL);
    int error = ftrylockfile(file);
    if (!error)
        funlockfile(file);
    pthread_join(t, NULL);
    assert(!error);
    fclose(file);
    return 0;
}
