// expect: holds
// levels: -O0 -O2
// Assembly on a path that no run takes.
#include <assert.h>
#include <stdint.h>

static volatile int profile;

static uint64_t cycles(void) {
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

int main(void) {
    uint64_t from = profile ? cycles() : 0;
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    assert(sum == 10 && from == 0);
    return profile ? (int)(cycles() - from) : 0;
}
