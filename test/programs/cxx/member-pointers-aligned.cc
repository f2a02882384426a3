// SPDX-License-Identifier: Apache-2.0
// The lowest bit of a pointer to a member tells virtual functions from others, so members are aligned: no look at a layout.
// expect: holds
#include <assert.h>

struct Base {
    virtual int kind() { return 1; }
    int plain() { return 10; }
    virtual ~Base() = default;
};
struct Derived : Base {
    int kind() override { return 2; }
};

static int call(Base &b, int (Base::*f)()) { return (b.*f)(); }

int main() {
    Base b;
    Derived d;
    assert(call(b, &Base::kind) == 1 && call(d, &Base::kind) == 2);
    assert(call(d, &Base::plain) == 10);
    return 0;
}
