// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer line 9
// levels: -O0
// A call through a pointer to data.
static int data = 4;

int main(void) {
    void (*f)(void) = (void (*)(void))(void *)&data;
    f();
    return 0;
}
