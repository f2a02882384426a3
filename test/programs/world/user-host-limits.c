// SPDX-License-Identifier: Apache-2.0
// expect: holds with fixed limits of the system, host name localhost and user 1000
#include <assert.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    char name[64];
    struct rlimit r;
    assert(getuid() != 0);
    gethostname(name, sizeof name);
    assert(strcmp(name, "elsewhere"));
    getrlimit(RLIMIT_NOFILE, &r);
    assert(r.rlim_cur > 100);
    return 0;
}
