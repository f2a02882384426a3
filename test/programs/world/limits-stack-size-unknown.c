// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --unknown limits
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t attr;
    size_t size;
    pthread_attr_init(&attr);
    pthread_attr_getstacksize(&attr, &size);
    assert(size >= 1 << 20);
    return 0;
}
