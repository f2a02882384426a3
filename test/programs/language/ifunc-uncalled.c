// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An indirect function that no run calls does not matter.
#include <assert.h>

static int three(void) { return 3; }
static void *choose(void) { return three; }
int chosen(void) __attribute__((ifunc("choose")));
int other(void) __attribute__((ifunc("choose")));

int main(int argc, char **argv) {
    (void)argv;
    assert(three() == 3);
    return argc > 5 ? chosen() + other() : 0;
}
