// SPDX-License-Identifier: Apache-2.0
// expect: holds
// It fails only while another thread has the lock: not before its first call on this stream and not behind its last, not
// because of calls on another one, of the unlocked functions and of fileno.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static FILE *file, *other;
static atomic_int may_write, has_written;

static void *writer(void *arg) {
    fputc('a', other);
    putc_unlocked('a', file);
    fileno(file);
    if (may_write) {
        fputc('b', file);
        has_written = 1;
    }
    return arg;
}

static void must_get(void) {
    int error = ftrylockfile(file);
    assert(!error);
    fputc('c', file);
    funlockfile(file);
}

int main(void) {
    pthread_t t;
    file = tmpfile();
    other = tmpfile();
    pthread_create(&t, NULL, writer, NULL);
    must_get();
    may_write = 1;
    if (has_written)
        must_get();
    pthread_join(t, NULL);
    must_get();
    fclose(file);
    fclose(other);
    return 0;
}
