// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: limits
// Nobody looks at the size that the system gives: it is copied, and another one is set.
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    size_t size, before;
    pthread_attr_init(&attr);
    pthread_attr_getstacksize(&attr, &before);
    pthread_attr_setstacksize(&attr, 1 << 20);
    pthread_attr_getstacksize(&attr, &size);
    assert(size == 1 << 20);
    pthread_attr_setstacksize(&attr, 65536);
    return 0;
}
