// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// levels: -O0
// options: --any-number use
// Initialisation that is looked for twice: the pointer is there before the value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(int *) value;

void *use(void *arg) {
    if (!value) {
        pthread_mutex_lock(&lock);
        if (!value) {
            value = calloc(1, sizeof *value);
            if (!value)
                abort();
            *value = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(*value == 42);
    return arg;
}

int main(void) { return 0; }
