// expect: holds
// Calls of functions that are declared later or never, old definitions, types that default to int: warnings for
// gcc 12.
extern void abort(void);
limit = 3;
static add(a, b) { return a + b; }
main() {
    int seen = later(1, 2);
    nothing(&seen);
    if (seen != 4 || add(limit, 1) != 4 || strlen("four") != 4)
        abort();
    return 0;
}
later(a, b) int a, b;
{ return a + b; }
void nothing(int *p) { ++*p; }
