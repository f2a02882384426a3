// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Global objects are made in the order of the file and destroyed in the opposite one, after the thread_local
// variables of the main thread.
#include <cassert>
#include <cstring>

static char log[16];

struct Part {
    char name;
    explicit Part(char c) : name(c) { log[std::strlen(log)] = c; }
    ~Part();
};

static Part a('a'), b('b');
thread_local Part t('t');

Part::~Part() {
    log[std::strlen(log)] = (char)(name - 32);
    if (name == 'a')
        assert(std::strcmp(log, "abtlTLBA") == 0);
}

static void use() { static Part local('l'); }

int main() {
    assert(t.name == 't');
    use();
    assert(std::strcmp(log, "abtl") == 0);
    return 0;
}
