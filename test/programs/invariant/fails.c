// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant first_is_positive
// The invariant itself follows a null pointer in a state that it did not reckon with.
#include <pthread.h>
#include <stdlib.h>

static int *numbers;

int first_is_positive(void) { return numbers[0] > 0; }

int main(void) {
    numbers = malloc(sizeof *numbers);
    if (numbers)
        numbers[0] = 1;
    free(numbers);
    return 0;
}
