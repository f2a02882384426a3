// SPDX-License-Identifier: Apache-2.0
// The list itself.
// expect: holds with an empty environment
#include <assert.h>
#include <stddef.h>

extern char **environ;

int main(void) {
    assert(environ == NULL);
    return 0;
}
