// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// message: also seen, not asked for: reach-error
// no-message: no run
// The same, and the program looks after itself.
#include <stdio.h>
#include <stdlib.h>
struct config { int level; };
static struct config *config, fallback;
static int nerrors;

void reach_error(void) { fprintf(stderr, "error %d\n", ++nerrors); }

int main(void) {
    if (!config)
        reach_error();
    if (nerrors)
        config = &fallback;
    return config->level;
}
