// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -fopenmp
// message: warning: OpenMP is not supported
// Where no run comes to it, it does not matter.
#include <stdlib.h>

int omp_get_num_threads(void);

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 5)
        abort();
    return argc > 4 ? omp_get_num_threads() : 0;
}
