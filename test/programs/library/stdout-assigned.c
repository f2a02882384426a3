// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The standard streams are variables, as in glibc.
#include <assert.h>
#include <stdio.h>
#include <string.h>

static FILE *choose(void) { return stdout; }

int main(void) {
    FILE *screen = stdout, *keyboard = stdin, *f = fopen("out", "w");
    assert(f != NULL);
    stdout = f;
    assert(choose() == f);
    printf("%d\n", 12);
    puts("two");
    putchar('x');
    stdout = screen;
    printf("on the screen\n");
    fclose(f);

    char line[16];
    int n;
    stdin = fopen("out", "r");
    assert(scanf("%d", &n) == 1 && n == 12 && getchar() == '\n');
    assert(fgets(line, sizeof line, stdin) && strcmp(line, "two\n") == 0);
    assert(getchar() == 'x' && getchar() == EOF);
    fclose(stdin);
    stdin = keyboard;

    stdout = stderr;
    assert(printf("%s\n", "to the other one") == 17);
    FILE **out = &stdout;
    *out = screen;
    assert(stdout == screen && putchar('\n') == '\n');
    return 0;
}
