// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: -fno-threadsafe-statics
// Without guards two threads initialise the variable.
#include <cassert>
#include <thread>

static int made;

static int make() { return ++made; }

static int &thing() {
    static int one = make();
    return one;
}

int main() {
    std::thread t(thing);
    thing();
    t.join(), assert(made == 1);
    return 0;
}
