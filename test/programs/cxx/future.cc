// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: many small steps of std::future
// std::promise, std::future, std::packaged_task and std::async, while nothing is thrown.
#include <cassert>
#include <future>
#include <thread>

int main() {
    std::promise<int> promise;
    std::future<int> future = promise.get_future();
    std::thread t([&] { promise.set_value(3); });
    assert(future.get() == 3);
    t.join();

    auto sum = std::async(std::launch::async, [](int a, int b) { return a + b; }, 1, 2);
    auto later = std::async(std::launch::deferred, [] { return 5; });
    assert(sum.get() == 3 && later.get() == 5);

    std::packaged_task<int()> task([] { return 1; });
    std::shared_future<int> result = task.get_future().share();
    task();
    assert(result.get() == 1 && result.get() == 1);
    return 0;
}
