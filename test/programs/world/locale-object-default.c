// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment
#include <assert.h>
#include <locale.h>

int main(void) {
    locale_t l = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    assert(l);
    freelocale(l);
    return 0;
}
