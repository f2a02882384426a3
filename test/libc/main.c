// SPDX-License-Identifier: Apache-2.0
// Runs the one test of this directory that -DTEST=NAME names; see test/libc.py.
#ifdef __cplusplus
extern "C"
#endif
void TEST(void);

int main(void) {
    TEST();
    return 0;
}
