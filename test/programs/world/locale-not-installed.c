// SPDX-License-Identifier: Apache-2.0
// Other locales are files.
// expect: holds with no files but those given
#include <assert.h>
#include <locale.h>
#include <stdlib.h>

int main(void) {
    assert(!setlocale(LC_ALL, "de_DE.UTF-8"));
    clearenv();
    setenv("LC_TIME", "de_DE.UTF-8", 1);
    assert(setlocale(LC_NUMERIC, "") && !setlocale(LC_ALL, ""));
    return 0;
}
