// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Temporaries that live as long as they must: to the end of the expression, or as long as the reference to them.
#include <cassert>

static int alive;
struct Box {
    int value[3];
    explicit Box(int n) : value{n, n + 1, n + 2} { alive++; }
    Box(const Box &b) : value{b.value[0], b.value[1], b.value[2]} { alive++; }
    ~Box() { alive--; }
    const int *begin() const { return value; }
    const int *end() const { return value + 3; }
};

static int total(const Box &b, const Box &c) { return b.value[0] + c.value[2]; }

int main() {
    int sum = 0;
    for (int x : Box(1))
        sum += x;
    assert(sum == 6 && alive == 0);
    for (int i = 0; i < 3; i++) {
        const Box &kept = Box(i);
        sum += kept.value[1] + (i ? total(Box(i), kept) : total(kept, i < 5 ? Box(7) : Box(8)));
        if (i == 1)
            continue;
        const int *p = &kept.value[0];
        sum += *p + (i > 0 && *Box(i).begin() == i);
    }
    assert(alive == 0 && sum == 6 + (1 + 9) + 0 + (2 + 4) + (3 + 6) + 2 + 1);
    return 0;
}
