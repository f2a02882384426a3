// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Nobody writes what the section reads first, but somebody reads what it writes then.
#include <assert.h>
#include <pthread.h>
int x, y;
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_ix(void) {
    x = x + 1;
}
void __VERIFIER_atomic_iy(void) {
    y = y + 1;
}
void *T(void *q) {
    __VERIFIER_atomic_ix();
    __VERIFIER_atomic_iy();
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, T, 0);
    int a = x;
    int b = y;
    assert(!(a == 1 && b == 0));
    pthread_join(h, 0);
}
