// SPDX-License-Identifier: Apache-2.0
// expect: error "OpenMP is not supported; without -fopenmp its pragmas are ignored"
// options: -fopenmp
// message: warning: OpenMP is not supported .without -fopenmp its pragmas are ignored.: __kmpc_global_thread_num\(\)
// no-message: nothing defines
// levels: -O0
#include <assert.h>

static int x;

int main(void) {
#pragma omp parallel num_threads(2)
    x++;
    assert(x == 1);
    return 0;
}
