// SPDX-License-Identifier: Apache-2.0
// expect: holds
// std::string, short (inside the object) and long (on the heap).
#include <cassert>
#include <string>
#include <string_view>
#include <utility>

int main() {
    std::string s = "short", t = s;
    s += " and then a good deal longer";
    assert(t == "short" && s.size() == 33 && s.find("good") == 17);
    std::string moved = std::move(s);
    assert(s.empty() && moved.substr(0, 5) == t);
    moved.replace(0, 5, "long");
    moved.insert(0, 1, '>');
    moved.erase(6);
    assert(moved == ">long " && moved.back() == ' ');
    assert(std::to_string(-42) == "-42" && t < "shorter" && t.compare("a") > 0);
    std::string_view view = t;
    assert(view.substr(1, 2) == "ho" && std::string(view) + "s" == "shorts");
    t.resize(40, '.');
    t.push_back('!');
    assert(t.length() == 41 && t[40] == '!' && t.c_str()[41] == '\0');
    return 0;
}
