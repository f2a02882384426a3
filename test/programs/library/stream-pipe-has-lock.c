// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A thread that waits for a pipe in a call on a stream has the stream's lock: the one that would write cannot look at it.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static FILE *in;

static void *reader(void *arg) {
    fgetc(in);
    return arg;
}

int main(void) {
    pthread_t t;
    pipe(ends);
    in = fdopen(ends[0], "r");
    pthread_create(&t, NULL, reader, NULL);
    feof(in);
    write(ends[1], "x", 1);
    pthread_join(t, NULL);
    fclose(in);
    close(ends[1]);
    return 0;
}
