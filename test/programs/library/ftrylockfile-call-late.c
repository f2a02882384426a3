// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// A call still has the lock when it has done what it does.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE *file;

static void *writer(void *arg) {
    fputc('a', file);
    return arg;
}

int main(void) {
    pthread_t t;
    file = fmemopen(text, sizeof text, "w");
    setbuf(file, NULL);
    pthread_create(&t, NULL, writer, NULL);
    if (text[0] == 'a') {
        int error = ftrylockfile(file);
        assert(!error);
        funlockfile(file);
    }
    pthread_join(t, NULL);
    fclose(file);
    return 0;
}
