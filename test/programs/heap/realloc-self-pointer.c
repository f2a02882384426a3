// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 13
// The only pointer to the old block is in the block itself: it is right as long as the block was not moved.
#include <assert.h>
#include <stdlib.h>

struct ring { struct ring *next; int n; };

int main(void) {
    struct ring *r = malloc(sizeof *r);
    *r = (struct ring){r, 7};
    r = realloc(r, 2 * sizeof *r);
    assert(r->next->n == 7);
    free(r);
    return 0;
}
