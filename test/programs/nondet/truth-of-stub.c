// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// options: --stub is_ready=nondet --stub next_packet=nondet
// A driver loop over functions of another file: truth values and pointers that are only tested.
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
extern bool is_ready(void);
extern void *next_packet(void);
static int lost;
int main(void) {
    for (int i = 0; i < 2; i++) {
        bool ready = is_ready();
        if (ready && !next_packet())
            lost++;
        assert(lost < 2);
    }
    return 0;
}
