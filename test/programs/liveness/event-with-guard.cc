// SPDX-License-Identifier: Apache-2.0
// An event where an exception would have something to destroy: the call of heddle_ap is one that may be left by it.
//
// check: holds: --ltl '<> inside'
// check: holds: -fexceptions --ltl '<> inside'
// check: violated liveness: -fexceptions --ltl '[] !inside'
// check: holds: -fexceptions --ltl '[] (inside -> <> left)'
#include <heddle.h>

static int left;

struct Guard {
    ~Guard() { left = 1; }
};

int main() {
    Guard guard;
    heddle_ap("inside");
    return 0;
}
