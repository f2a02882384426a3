// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a time zone or a locale of an unknown environment"
// options: --unknown environment
#include <assert.h>
#include <locale.h>

int main(void) {
    assert(setlocale(LC_ALL, ""));
    return 0;
}
