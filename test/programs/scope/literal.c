// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 13
// levels: -O0
// message: whose scope has ended
// A compound literal ends with the block around it.
struct pair { int a, b; };

int main(void) {
    struct pair *p;
    {
        p = &(struct pair){1, 2};
    }
    return p->b - 2;
}
