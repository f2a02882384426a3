// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property all
// Scopes that are left and entered in every way there is, and pointers that are used only inside them.
#include <assert.h>

static void add(int *p, int n) { *p += n; }

static int search(const int *a, int n, int wanted) {
    for (int i = 0; i < n; i++) {
        int copy = a[i], *p = &copy;
        if (*p == wanted) {
            int found = i;
            add(&found, 0);
            return found;
        }
        {
            int other = 1;
            add(&other, copy);
            if (other == 100)
                break;
            if (other < 0)
                continue;
        }
        add(p, 1);
    }
    return -1;
}

static int by_case(int n) {
    int result;
    switch (n) {
        int bypassed;
    case 0:
        bypassed = 3;
        add(&bypassed, 1);
        result = bypassed;
        break;
    case 1: {
        int own = 7;
        add(&own, 1);
        result = own;
        break;
    }
    default:
        bypassed = 9;
        result = bypassed;
    }
    return result;
}

static int jumps_in(int n) {
    int sum = 0;
    if (n)
        goto inside;
    {
        int v;
    inside:
        v = 2;
        add(&v, n);
        sum += v;
    }
    return sum;
}

static int jumps_back(void) {
    int turns = 0, sum = 0;
again:;
    int fresh = 1;
    add(&fresh, turns);
    sum += fresh;
    if (++turns < 3)
        goto again;
    return sum;
}

static int jumps_by_value(int n) {
    void *labels[] = {&&first, &&second};
    int sum = 0;
    goto *labels[n];
first: {
        int a = 1;
        add(&a, 1);
        sum += a;
        goto end;
    }
second: {
        int b = 5;
        add(&b, 1);
        sum += b;
    }
end:
    return sum;
}

static int arrays(int n) {
    int sum = 0;
    for (int i = 1; i <= n; i++) {
        int before = i;
        int a[i];
        int behind = 2;
        for (int k = 0; k < i; k++) {
            int value = k;
            add(&value, 1);
            a[k] = value;
        }
        add(&before, a[i - 1]);
        add(&behind, before);
        sum += behind;
        if (sum > 1000)
            return sum;
    }
    return sum;
}

static int cleaned;
static void clean(int *p) { cleaned += *p; }

static int with_cleanup(int n) {
    for (int i = 0; i < n; i++) {
        __attribute__((cleanup(clean))) int guarded = i;
        int inside = 1;
        add(&inside, guarded);
        if (inside == 3)
            return inside;
    }
    return 0;
}

static int recursive(int *sum, int n) {
    int mine = n;
    if (n > 0)
        recursive(&mine, n - 1);
    *sum += mine;
    return *sum;
}

int main(void) {
    static const int a[] = {4, 7, 9};
    assert(search(a, 3, 7) == 1 && search(a, 3, 5) == -1);
    assert(by_case(0) == 4 && by_case(1) == 8 && by_case(2) == 9);
    assert(jumps_in(0) == 2 && jumps_in(1) == 3);
    assert(jumps_back() == 6);
    assert(jumps_by_value(0) == 2 && jumps_by_value(1) == 6);
    assert(arrays(3) == 4 + 6 + 8);
    assert(with_cleanup(5) == 3 && cleaned == 0 + 1 + 2);
    int sum = 0;
    assert(recursive(&sum, 3) == 6);
    int *p = (int[]){1, 2, 3};
    int last = ({ int s = 1; add(&s, p[2]); s; });
    assert(last == 4);
    struct pair { int x, y; } one = {1, 2}, two = ({ struct pair q = one; q.x++; q; });
    assert(two.x == 2 && two.y == 2);
    return 0;
}
