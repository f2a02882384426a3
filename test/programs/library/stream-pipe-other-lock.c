// SPDX-License-Identifier: Apache-2.0
// expect: holds
// As stream-pipe-has-lock.c, but what the writer looks at is another stream, and the lock is free when the byte has come.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static FILE *in;

static void *reader(void *arg) {
    int c = fgetc(in);
    assert(c == 'x');
    return arg;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    in = fdopen(ends[0], "r");
    pthread_create(&t, NULL, reader, NULL);
    feof(stdin);
    write(ends[1], "x", 1);
    feof(in);
    pthread_join(t, NULL);
    fclose(in);
    close(ends[1]);
    return 0;
}
