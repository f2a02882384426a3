// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Objects of many pages: a 64 KiB table, a large local and a large heap block.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static unsigned short table[32768];

static int local(void) {
    char big[20000];
    memset(big, 3, sizeof big);
    return big[19999] + big[0];
}

int main(void) {
    for (int i = 0; i < 32768; i += 97)
        table[i] = i;
    assert(table[97 * 300] == 97 * 300 && table[1] == 0 && local() == 6);
    long *p = calloc(10000, sizeof *p);
    p[9999] = 5;
    assert(p[9999] + p[5000] == 5);
    free(p);
    return 0;
}
