// SPDX-License-Identifier: Apache-2.0
// A locked instruction that changes nothing on the stack is x86's usual full fence.
// expect: holds
// levels: -O0 -O2
#include <assert.h>

int main(void) {
    int x = 3;
    __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("lock; addl $0,-4(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("lock ; addl $0, -0x80(%%rsp)\n" ::: "memory", "cc");
    __asm__ volatile("lock addq $0,(%%rsp)" ::: "memory", "cc");
    __asm__ volatile("lock orl $0,(%%rsp)" ::: "memory");
    __asm__ volatile("lock; orb $0,(%rsp)");
    __asm__ volatile("lock\n\txorl $0, 0(%%rsp)\n\tpause" ::: "memory");
    assert(x == 3);
    return 0;
}
