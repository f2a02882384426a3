// SPDX-License-Identifier: Apache-2.0
// expect: holds with no files but those given
// Whether there is a shell is a matter of files.
#include <assert.h>
#include <stdlib.h>

int main(void) {
    assert(!system(0));
    return 0;
}
