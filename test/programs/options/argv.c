// SPDX-License-Identifier: Apache-2.0
// expect: holds
// args: one "two words" -3
// The program's own arguments.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 4 && argv[4] == NULL && argv[0] != NULL);
    assert(!strcmp(argv[1], "one") && !strcmp(argv[2], "two words") && atoi(argv[3]) == -3);
    argv[1][0] = 'O';
    assert(argv[1][0] == 'O');
    return 0;
}
