// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never set"
// levels: -O0
// A jump to a label that was never chosen.
int main(int argc, char **argv) {
    void *label;
    (void)argv;
    if (argc > 5)
        label = &&end;
    goto *label;
end:
    return 0;
}
