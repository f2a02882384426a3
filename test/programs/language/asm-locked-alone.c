// SPDX-License-Identifier: Apache-2.0
// There is nothing behind the prefix.
// expect: unknown "assembl"
// levels: -O0
int main(void) {
    __asm__ volatile("addl $0,(%%rsp); lock" ::: "memory", "cc");
    return 0;
}
