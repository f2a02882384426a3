// SPDX-License-Identifier: Apache-2.0
// A ring of SIZE places between one that writes COUNT numbers and one that reads them. With -DWRONG the reader looks at
// a place before it knows that something is there.
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 10
#endif
#ifndef COUNT
#define COUNT 7
#endif

static char buffer[SIZE];
static unsigned first, next;
static int is_sending, is_receiving;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int take(void) {
    assert(next != first);
    first = (first + 1) % SIZE;
    return buffer[(first + SIZE - 1) % SIZE];
}

static void put(int value) {
    buffer[next] = (char)value;
    next = (next + 1) % SIZE;
    assert(next != first);
}

static void *write_all(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
        if (is_sending) {
            put(i);
            is_receiving = 1;
#ifndef WRONG
            is_sending = 0;
#endif
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *read_all(void *arg) {
    for (int i = 0; i < COUNT; i++) {
        pthread_mutex_lock(&lock);
        if (is_receiving) {
#ifdef WRONG
            assert(take() == i);
#else
            assert(take() >= 0);
#endif
            is_receiving = 0;
            is_sending = 1;
        }
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t writer, reader;
    is_sending = 1;
    pthread_create(&writer, 0, write_all, 0);
    pthread_create(&reader, 0, read_all, 0);
    pthread_join(writer, 0);
    pthread_join(reader, 0);
    return 0;
}
