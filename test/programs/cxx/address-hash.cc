// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// std::hash of pointers and of thread ids, and containers that use it.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

static std::mutex lock;
static std::unordered_set<std::size_t> threads;
static std::unordered_map<const int *, int> values;

static void note(const int *p) {
    std::lock_guard<std::mutex> guard(lock);
    threads.insert(std::hash<std::thread::id>()(std::this_thread::get_id()));
    values[p] += *p;
}

int main() {
    int a = 1, b = 2;
    std::thread t(note, &a);
    note(&b);
    t.join();
    assert(threads.size() == 2);
    assert(values.size() == 2 && values[&a] == 1 && values[&b] == 2);
    return 0;
}
