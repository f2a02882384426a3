// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The standard containers, with the parts of them that are not in headers.
#include <algorithm>
#include <array>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

static void sequences() {
    std::vector<int> v{3, 1, 2};
    v.push_back(0);
    std::sort(v.begin(), v.end());
    assert((v == std::vector<int>{0, 1, 2, 3}));
    v.erase(v.begin());
    v.insert(v.begin() + 1, 7);
    assert(v.at(1) == 7 && v.size() == 4);
    std::array<int, 3> a{1, 2, 3};
    assert(std::accumulate(a.begin(), a.end(), 0) == 6);
    std::deque<int> d;
    for (int i = 0; i < 200; i++)
        d.push_front(i);
    assert(d.front() == 199 && d.back() == 0 && d[100] == 99);
    std::list<int> l{2, 3, 1}, other{9};
    l.sort();
    l.reverse();
    l.splice(l.begin(), other);
    assert((l == std::list<int>{9, 3, 2, 1}) && other.empty());
    l.swap(other);
    l.remove(1);
    assert(l.empty() && other.size() == 4);
}

static void trees() {
    std::map<std::string, int> m;
    for (int i = 0; i < 12; i++)
        m[std::to_string(i * 5 % 12)] = i;
    assert(m.size() == 12 && m.begin()->first == "0" && m.rbegin()->first == "9");
    for (int i = 0; i < 12; i += 2)
        assert(m.erase(std::to_string(i)) == 1);
    std::string before;
    for (auto &[name, value] : m) {
        assert(before < name && m.find(name) != m.end() && value >= 0);
        before = name;
    }
    assert(m.size() == 6 && m.count("2") == 0);
    std::set<int> s{3, 1, 2, 3};
    assert(s.size() == 3 && *s.lower_bound(2) == 2);
    int sum = 0;
    for (auto i = s.end(); i != s.begin();)
        sum = sum * 10 + *--i;
    assert(sum == 321);
    s.clear();
    assert(s.empty());
}

static void hashes() {
    std::unordered_map<std::string, int> m;
    for (int i = 0; i < 20; i++)
        m["key " + std::to_string(i)] = i;
    assert(m.size() == 20 && m["key 7"] == 7 && m.bucket_count() == 29);
    m.erase("key 7");
    assert(m.find("key 7") == m.end() && m.count("key 8") == 1);
}

static void others() {
    std::priority_queue<int> q;
    for (int i : {2, 5, 3})
        q.push(i);
    assert(q.top() == 5);
    std::optional<int> o;
    assert(!o && o.value_or(4) == 4);
    o = 3;
    assert(*o == 3);
    std::variant<int, std::string> v = "text";
    assert(std::get<std::string>(v) == "text");
    std::function<int(int)> f = [&](int x) { return x + *o; };
    assert(f(1) == 4);
}

int main() {
    sequences();
    trees();
    hashes();
    others();
    return 0;
}
