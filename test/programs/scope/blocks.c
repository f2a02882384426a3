// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property all
// Compound literals, and variables that jumps pass by, used wherever their blocks reach: conditions of statements, what is done
// when a block is left, and all ways into one and through it.
#include <assert.h>

static int sum;
static void add(int **p) { sum += **p; }
static int value(const int *p) { return *p; }

static int cleaned(int n) {
    for (int i = 0; i < 3; i++) {
        __attribute__((cleanup(add))) int *p = &(int){i};
        if (i == n)
            return value(p);
        if (i == 1)
            continue;
        sum += 10;
    }
    return -1;
}

// A label keeps the pointer unmarked too.
static int cleaned_behind_label(int n) {
    int turns = 0;
    {
    again:;
        __attribute__((cleanup(add))) int *p = &(int){n};
        if (turns++ < 1)
            goto again;
    }
    return turns;
}

static void conditions(int n) {
    const int *p;
    if ((p = &(int){n}) && *p == n)
        assert(value(p) == n);
    else
        assert(value(p) != n);
    for (int i = 0, *q = (int[]){0, 1, 4}; p = &q[i], i < 3; i++)
        assert(value(p) == i * i);
    for (int i = 0; p = &(int){i}, value(p) < 3; i += *p + 1)
        assert(value(p) == i);
    while (p = &(int){n}, n-- > 0)
        assert(value(p) == n + 1);
    do
        p = &(int){++n};
    while (value(p) < 3);
    switch (*(p = &(int){n})) {
    case 3:
        assert(value(p) == 3);
    }
    assert((value(&(int){n}) ? *&(int){4} : *&(int){5}) == 4);
}

static int cases(int n) {
    int result = 0;
    for (int turn = 0; turn < 2; turn++) {
        switch (n) {
            int x[2], *p;
        case 0:
            x[0] = 1;
            // fall through
        case 1:
            x[1] = 2;
            p = &x[1];
            {
                int *inner = p;
                result += value(inner);
            }
            if (n == 1)
                break;
            result += value(&x[0]) + value(p);
            break;
        case 3 ... 9:
            p = &x[0];
            for (*p = 0; *p < 3; ++*p)
                if (value(p) == 2)
                    goto out;
            break;
        default:
            switch (turn) {
                int deep;
            case 0:
                x[0] = deep = 4;
                p = &deep;
                result += *p;
                continue;
            default:
                p = &x[1];
            }
            *p = 7;
            result += x[1];
        }
    }
    return result;
out:
    return 100;
}

// The same without labels of its own, so that the variable's declaration is nowhere in the code.
static int nested(int n, int m) {
    int result = 0;
    switch (n) {
        int kept, *p;
    case 0:
        switch (m) {
        case 0: {
            kept = 5;
            p = &kept;
            break;
        }
        default:
            return 0;
        }
        result = value(p);
        break;
    case 1: {
        kept = 6;
        p = &kept;
    }
        result = value(p);
    }
    return result;
}

static int jumps(int n) {
    int result = 0, *p = 0;
    if (n > 1)
        goto inside;
    for (int i = 0; i < 2; i++) {
        int x;
        x = i;
    inside:
        x = n;
        p = &x;
    back:
        result += value(p);
        if (--n > 0)
            goto back;
        break;
    }
    return result;
}

static int arrays(int n) {
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        int *p = (int[]){i, 1}, a[i], *q = (int[]){2};
        for (int k = 0; k < i; k++)
            a[k] = p[k & 1] + *q;
        switch (i) {
            int x;
        case 1:
            x = a[0];
            sum += value(&x);
            continue;
        default:
            if (i == 3)
                return sum + value(&a[2]) + value(p);
        }
    }
    return sum;
}

struct big { int a[20]; };
static struct big make(int n) { return (struct big){{n, n + 1}}; }

static int results(int n) {
    struct big whole = ({ struct big b = make(n); b.a[1]++; b; });
    int *p = ({ int *q = (int[]){whole.a[0], whole.a[1]}; assert(q[1] == n + 2); &whole.a[1]; });
    return *p + make(*(int[]){3}).a[1] + (struct big){{5}}.a[0];
}

int main(void) {
    assert(cleaned(1) == 1 && sum == 10 + 0 + 1);
    assert(cleaned(5) == -1 && sum == 11 + 20 + 0 + 1 + 2);
    assert(cleaned_behind_label(4) == 2 && sum == 34 + 8);
    conditions(2);
    assert(cases(0) == 10 && cases(1) == 4 && cases(2) == 4 + 7 && cases(5) == 100);
    assert(nested(0, 0) == 5 && nested(0, 1) == 0 && nested(1, 0) == 6);
    assert(jumps(1) == 1 && jumps(3) == 9);
    assert(arrays(2) == 3 && arrays(4) == 3 + 5 + 3);
    assert(results(1) == 3 + 4 + 5);
    return 0;
}
