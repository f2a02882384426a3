// expect: holds
// levels: -O0
// message: warning: nothing defines
// A class whose key function, and so whose table, lies in another file: only its address is needed.
#include <cassert>

struct Device {
    virtual void reset();
    virtual int read() { return 1; }
    int kind = 3;
};

int main() {
    Device d;
    assert(d.kind == 3);
    return 0;
}
