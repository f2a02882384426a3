// SPDX-License-Identifier: Apache-2.0
// expect: holds
// There are PTHREAD_KEYS_MAX keys.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>

int main(void) {
    pthread_key_t key;
    for (int i = 0; i < PTHREAD_KEYS_MAX; i++)
        assert(pthread_key_create(&key, NULL) == 0);
    assert(pthread_key_create(&key, NULL) == EAGAIN);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_create(&key, NULL) == 0);
    return 0;
}
