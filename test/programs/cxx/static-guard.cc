// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A local static variable is initialised once, and whoever comes meanwhile waits.
#include <cassert>
#include <thread>

static int made;

struct Thing {
    int n;
    Thing() : n(0) {
        made++;
        n = 5;
    }
};

static Thing &thing() {
    static Thing one;
    return one;
}

int main() {
    std::thread t([] { assert(thing().n == 5); });
    assert(thing().n == 5);
    t.join();
    assert(made == 1);
    return 0;
}
