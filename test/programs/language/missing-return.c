// expect: unknown "never written"
// levels: -O0
// `return;` where a value is wanted is a warning for gcc 12; who looks at the value finds none.
#include <assert.h>
static int find(const int *a, int n, int wanted) {
    for (int i = 0; i < n; i++)
        if (a[i] == wanted)
            return i;
    return;
}
int main(void) {
    int a[] = {4, 5};
    assert(find(a, 2, 5) == 1);
    assert(find(a, 2, 6) == 2);
    return 0;
}
