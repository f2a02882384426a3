// SPDX-License-Identifier: Apache-2.0
// Read together with bytes beside it.
// levels: -O0
// expect: holds with process 1000
#include <assert.h>
#include <unistd.h>

union both {
    struct {
        int pid, other;
    } parts;
    long long all;
};

int main(void) {
    union both b = {.parts = {getpid(), 7}};
    assert(b.all >> 32 == 7);
    return 0;
}
