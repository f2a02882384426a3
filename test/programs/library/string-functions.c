// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// strlen, strcpy, strncpy, strcat, strncat, strcmp, strncmp, strchr, strrchr, strstr, strdup.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char buf[32];
    assert(strlen("") == 0 && strlen("abc") == 3);
    strcpy(buf, "hello");
    strcat(buf, ", ");
    strncat(buf, "world!", 5);
    assert(!strcmp(buf, "hello, world") && strlen(buf) == 12);
    assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "a") > 0 && !strncmp("abc", "abd", 2));
    assert(strchr(buf, 'o') == buf + 4 && strrchr(buf, 'o') == buf + 8 && !strchr(buf, 'z'));
    assert(strchr(buf, 0) == buf + 12);
    assert(strstr(buf, "wor") == buf + 7 && !strstr(buf, "wars"));
    strncpy(buf, "ab", 5);
    assert(buf[1] == 'b' && buf[2] == 0 && buf[4] == 0 && buf[5] == ',');
    char *d = strdup("copy");
    assert(!strcmp(d, "copy"));
    free(d);
    return 0;
}
