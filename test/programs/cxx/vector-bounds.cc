// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds
// levels: -O0
// The operator [] of std::vector checks nothing; heddle does.
#include <vector>

int main() {
    std::vector<int> v(3);
    return v[3];
}
