// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// An unlock too many.
#include <mutex>

int main() {
    std::mutex m;
    {
        std::lock_guard<std::mutex> lock(m);
        m.unlock();
    }
    return 0;
}
