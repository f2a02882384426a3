// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Sums of numbers with two digits in six unknown characters: 99+99, or 99+9+9 and the like.
#include <assert.h>
#include <pthread.h>

enum { N = 6 };

char __VERIFIER_nondet_char(void);
static char text[N + 1];
static int sum, is_valid;

// number { '+' number }, each of one or two digits.
static const char *number(const char *s, int *out) {
    *out = 0;
    int n = 0;
    while (n < 2 && *s >= '0' && *s <= '9') {
        *out = *out * 10 + (*s++ - '0');
        n++;
    }
    return n ? s : 0;
}

static void *parse(void *arg) {
    const char *s = text;
    int n, total = 0;
    while ((s = number(s, &n)) != 0) {
        total += n;
        if (*s == 0) {
            sum = total;
            is_valid = 1;
            return arg;
        }
        if (*s++ != '+')
            return arg;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < N; i++)
        text[i] = __VERIFIER_nondet_char();
    pthread_create(&t, NULL, parse, NULL);
    pthread_join(t, NULL);
    if (is_valid)
        assert(sum >= 0 && sum <= 198);
}
