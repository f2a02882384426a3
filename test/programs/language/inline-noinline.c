// expect: error "step"
// levels: -O0
// An inline function that is never inlined has no body to call: no compiler would link this.
inline __attribute__((noinline)) int step(int x) { return x + 1; }
int main(void) { return step(1); }
