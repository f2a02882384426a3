// expect: violated assertion line 21
// options: --stub *=nondet --nondet-range 0..3
// Functions and variables of other files may be anything: settings that nobody has thought of are found.
#include <assert.h>

struct limits {
    unsigned low, high;
};
extern struct limits limits;
extern int trace;
int read_level(int channel);
void vendor_trace(const char *, int);

int main(void) {
    int level = read_level(1);
    if (trace)
        vendor_trace("level", level);
    unsigned span = limits.high - limits.low;
    if (limits.low <= limits.high)
        assert(span <= 3);
    assert(level >= 0 && span <= 3);
    return 0;
}
