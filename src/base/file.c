// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_AT_ONCE = 64 * 1024 };

static bool read_all(int fd, Text *out) {
    for (;;) {
        VEC_RESERVE(out->s, out->len, out->cap, READ_AT_ONCE + 1);
        ssize_t n = read(fd, out->s + out->len, READ_AT_ONCE);
        if (n < 0 && errno == EINTR)
            continue;
        out->len += n > 0 ? (u32)n : 0;
        out->s[out->len] = '\0';
        if (n <= 0)
            return n == 0;
        if (out->len > UINT32_MAX / 2) {
            errno = EFBIG;
            return false;
        }
    }
}

// Adds the contents to `out`.
bool file_read(const char *path, Text *out, Diag *d) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return diag_fail(d, "%s: %s", path, strerror(errno));
    struct stat info;
    bool is_ok;
    if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        is_ok = false;
    } else {
        is_ok = read_all(fd, out);
    }
    if (!is_ok)
        diag_fail(d, "%s: %s", path, strerror(errno));
    close(fd);
    return is_ok;
}

static bool write_all(int fd, const char *p, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, p, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool file_write(const char *path, const void *p, size_t n, Diag *d) {
    if (strcmp(path, "-") == 0) {
        return write_all(STDOUT_FILENO, p, n) ||
               diag_fail(d, "standard output: %s", strerror(errno));
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return diag_fail(d, "%s: %s", path, strerror(errno));
    bool is_ok = write_all(fd, p, n);
    int error = errno;
    // A full disk may show only when the file is closed.
    if (close(fd) < 0 && is_ok) {
        is_ok = false;
        error = errno;
    }
    return is_ok || diag_fail(d, "%s: %s", path, strerror(error));
}
