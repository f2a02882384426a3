// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// message: std::terminate\(\) called
// A thread that is neither joined nor detached when its object ends.
#include <thread>

int main() {
    std::thread t([] {});
    return 0;
}
