// SPDX-License-Identifier: Apache-2.0
// A search of one's own with libheddle: tries every schedule of a program, and remembers which
// states it has seen.
//
//   gcc library.c -lheddle -o library && ./library account.c
#include <libheddle_machine.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 14, MOST_STATES = 10000 };
static unsigned char state[BYTES]; // the machine's, whenever it is copied back
static unsigned char *seen[MOST_STATES];
static int nseen, nviolations, nfailures;

static void on_violation(void *arg, const char *message) {
    if (nviolations++ == 0)
        printf("%s: %s\n", (const char *)arg, message);
}

// Equal states are equal bytes.
static unsigned char *remember(void) {
    for (int i = 0; i < nseen; i++)
        if (memcmp(seen[i], state, BYTES) == 0)
            return NULL;
    if (nseen == MOST_STATES)
        exit(3);
    seen[nseen] = malloc(BYTES);
    return memcpy(seen[nseen++], state, BYTES);
}

static void search(heddle_machine *m) {
    unsigned char *here = remember();
    if (!here)
        return;
    for (int i = 0; i < heddle_machine_threads(m); i++)
        for (int a = 0; a < heddle_machine_alternatives(m, i); a++) {
            int before = nviolations;
            int result = heddle_machine_choose(m, i, a);
            if (result < 0) {
                printf("%s\n", heddle_machine_error(m));
                nfailures++;
            }
            if (result > 0 && nviolations == before)
                search(m);
            memcpy(state, here, BYTES);
        }
}

int main(int argc, char **argv) {
    const char *properties[] = {"leak", "uninitialized"};
    heddle_setup setup = {.size = sizeof setup,
                          .files = {(const char *const *)argv + 1, argc - 1},
                          .properties = {properties, 2},
                          .only_steps = 1,
                          .state = state,
                          .state_size = BYTES,
                          .on_violation = on_violation,
                          .arg = "violated"};
    heddle_machine *m;
    char error[256];
    if (heddle_machine_open_with(&m, &setup, error, sizeof error) < 0) {
        printf("%s\n", error);
        return 2;
    }
    search(m);
    printf("%d states%s%s\n", nseen, *heddle_machine_cut(m) ? ", but " : "",
           heddle_machine_cut(m));
    bool is_undecided = nfailures || *heddle_machine_cut(m);
    heddle_machine_close(m);
    return nviolations ? 1 : is_undecided ? 3 : 0;
}
