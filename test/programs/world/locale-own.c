// SPDX-License-Identifier: Apache-2.0
// What the program has set itself is no condition, and what it names is not asked for elsewhere.
// expect: holds
#include <assert.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    setlocale(LC_ALL, "C");
    setenv("LC_ALL", "POSIX", 1);
    assert(strcmp(setlocale(LC_ALL, ""), "C") == 0);
    clearenv();
    setenv("LANG", "C", 1);
    assert(strcmp(setlocale(LC_TIME, ""), "C") == 0);
    return 0;
}
