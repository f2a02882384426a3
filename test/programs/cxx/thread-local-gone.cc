// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return|use-after-free line 13
// The object ends with its thread.
#include <thread>

thread_local int mine = 1;
static int *theirs;

int main() {
    std::thread t([] { theirs = &mine; });
    t.join();

    return *theirs;
}
