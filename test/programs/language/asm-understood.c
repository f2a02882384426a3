// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Empty inline assembly, compiler barriers, pause and fences.
#include <assert.h>

int main(void) {
    int x = 3;
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("" : "+r"(x));
    __asm__ volatile("pause");
    __asm__ volatile("pause" ::: "memory");
    __asm__ volatile("mfence" ::: "memory");
    __builtin_ia32_pause();
    __builtin_ia32_mfence();
    __builtin_ia32_lfence();
    assert(x == 3);
    return 0;
}
