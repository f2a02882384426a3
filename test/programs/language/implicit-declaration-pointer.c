// expect: unknown "numeric value of an address"
// files: parts/implicit-results.c
// levels: -O0
// Half a pointer points nowhere.
int main(void) {
    int *p = returns_pointer();
    return *p;
}
