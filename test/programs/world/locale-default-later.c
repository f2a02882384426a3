// SPDX-License-Identifier: Apache-2.0
// What the call has chosen shows later.
// expect: holds with an empty environment
#include <assert.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    char text[8];
    setlocale(LC_NUMERIC, "");
    snprintf(text, sizeof text, "%.1f", 0.5);
    assert(text[1] == '.');
    return 0;
}
