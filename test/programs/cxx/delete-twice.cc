// SPDX-License-Identifier: Apache-2.0
// expect: violated double-free
// levels: -O0
// Both think that they own it.
#include <memory>

int main() {
    int *p = new int(1);
    std::unique_ptr<int> owner(p);
    delete p, owner.reset();
    return 0;
}
