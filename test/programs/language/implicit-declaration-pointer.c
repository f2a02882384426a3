// expect: violated invalid-pointer line 7
// files: parts/implicit-results.c
// levels: -O0
// Half a pointer points nowhere.
int main(void) {
    int *p = returns_pointer();
    return *p;
}
