// SPDX-License-Identifier: Apache-2.0
// expect: error "OpenMP is not supported; "
#include <omp.h>

int main(void) { return omp_get_max_threads() > 0; }
