// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Optimisers turn such comparisons into a switch over the pointer.
#include <assert.h>
#include <stdlib.h>

static int kind(const char *p) {
    if (p == NULL)
        return 10;
    if (p == (const char *)-1)
        return 30;
    if (p == (const char *)1)
        return 20;
    if (p == (const char *)2)
        return 17;
    return 40;
}

int main(void) {
    char *heap = malloc(2);
    const char *volatile all[] = {NULL, (const char *)1, (const char *)2, (const char *)-1, heap, heap + 1, "text"};
    static const int want[] = {10, 20, 17, 30, 40, 40, 40};
    for (int i = 0; i < 7; i++)
        assert(kind(all[i]) == want[i]);
    free(heap);
    return 0;
}
