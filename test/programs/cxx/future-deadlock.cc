// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Nobody keeps the promise.
#include <future>

int main() {
    std::promise<int> promise;
    return promise.get_future().get();
}
