// SPDX-License-Identifier: Apache-2.0
// expect: holds with no files but those given
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(!fopen("settings", "r"));
    return 0;
}
