// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: needs the variable itself
// The initialisation of a local static variable comes back to it.
static int depth(int n);

static int first() {
    static int value = depth(2);
    return value;
}

static int depth(int n) { return n ? first() + 1 : 0; }

int main() { return first(); }
