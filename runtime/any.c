// SPDX-License-Identifier: Apache-2.0
// heddle_any_threads: threads of which there may be any number.
#include "rt.h"

#include <heddle.h>
#include <pthread.h>

MODEL void heddle_any_threads(void *(*start)(void *), void *arg) {
    if (!__rt_most_threads)
        __heddle_unsupported("any number of threads, but by 'heddle check',");
    for (int left = __rt_most_threads; left; left -= left > 0) {
        if (!__heddle_choose(2))
            return;
        pthread_t thread;
        pthread_create(&thread, NULL, start, arg);
    }
}
