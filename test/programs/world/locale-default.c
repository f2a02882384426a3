// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
    assert(strcmp(setlocale(LC_ALL, ""), "C") == 0);
    assert(localeconv()->decimal_point[0] == '.');
    return 0;
}
