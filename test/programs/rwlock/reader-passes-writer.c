// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// options: --prp parts/unreach-call.prp
// A writer comes to a lock that is read, in an atomic section, so that it is known to wait. A reader may still get in.
// (It may also have to wait, which is a deadlock.)
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
void reach_error(void);

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int has_come;

static void *writes(void *arg) {
    __VERIFIER_atomic_begin();
    has_come = 1;
    pthread_rwlock_wrlock(&lock);
    __VERIFIER_atomic_end();
    pthread_rwlock_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&t, NULL, writes, NULL);
    __VERIFIER_assume(has_come);
    pthread_rwlock_rdlock(&lock);
    reach_error();
    return 0;
}
