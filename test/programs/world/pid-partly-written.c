// SPDX-License-Identifier: Apache-2.0
// A structure in one register, of which a part was never written: the part that was carries no mark any more.
// expect: holds with process 1000
// levels: -O0 -O2
#include <assert.h>
#include <unistd.h>

struct pair {
    int pid, unset;
};

__attribute__((noinline)) static struct pair make(void) {
    struct pair p;
    p.pid = getpid();
    return p;
}

int main(void) {
    struct pair p = make();
    assert(p.pid == 1000);
    return 0;
}
