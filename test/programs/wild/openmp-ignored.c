// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: OpenMP
// The pragmas of a program that can do without them are ignored.
#include <assert.h>
#ifdef _OPENMP
#include <omp.h>
#endif

int main(void) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    assert(sum == 45);
    return 0;
}
