// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Results of the key functions in one thread.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_key_t a, b, c;
    int x, y;
    assert(pthread_key_create(&a, NULL) == 0);
    assert(pthread_key_create(&b, NULL) == 0);
    assert(a != b);
    assert(pthread_getspecific(a) == NULL);
    assert(pthread_setspecific(a, &x) == 0 && pthread_setspecific(b, &y) == 0);
    assert(pthread_getspecific(a) == &x && pthread_getspecific(b) == &y);
    assert(pthread_setspecific(a, &y) == 0 && pthread_getspecific(a) == &y);
    assert(pthread_key_delete(a) == 0);
    assert(pthread_key_delete(a) == EINVAL);
    assert(pthread_setspecific(a, &x) == EINVAL);
    assert(pthread_key_create(&c, NULL) == 0);
    assert(pthread_getspecific(c) == NULL && pthread_getspecific(b) == &y);
    assert(pthread_setspecific(b, NULL) == 0 && pthread_getspecific(b) == NULL);
    return 0;
}
