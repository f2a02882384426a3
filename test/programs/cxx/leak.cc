// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// Two objects that own each other.
#include <memory>

struct Node {
    std::shared_ptr<Node> other;
};

int main() {
    auto a = std::make_shared<Node>(), b = std::make_shared<Node>();
    a->other = b;
    b->other = a;
    return 0;
}
