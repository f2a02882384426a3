// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// A plain 16-byte variable is written in two halves.
#include <assert.h>
#include <pthread.h>

static unsigned __int128 wide;
static const unsigned __int128 both = (unsigned __int128)1 << 64 | 1;

static void *writer(void *arg) {
    wide = both;
    return arg;
}

int main(void) {
    pthread_t w;
    pthread_create(&w, NULL, writer, NULL);
    unsigned __int128 seen = wide;
    // Both halves, or none.
    assert(seen == 0 || seen == both);
    pthread_join(w, NULL);
    return 0;
}
