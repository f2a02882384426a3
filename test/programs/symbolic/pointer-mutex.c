// SPDX-License-Identifier: Apache-2.0
// expect: unknown "is needed as a number, and it can be too many"
// levels: -O0
// The same for a mutex.
#include <pthread.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    pthread_mutex_t *p = (pthread_mutex_t *)__VERIFIER_nondet_ulong();
    if (p)
        pthread_mutex_lock(p);
    return 0;
}
