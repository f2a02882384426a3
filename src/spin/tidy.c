// SPDX-License-Identifier: Apache-2.0
// What must not be left behind when heddle is ended at once: the process that it waits for, and the
// directory that it works in. Called from a signal handler, so all of it is known beforehand, in
// the only mutable globals of this room, and nothing here allocates.
#define _GNU_SOURCE
#include "spin/spin_int.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_PATH = 4096, MOST_ENTRIES = 1 << 12 };

static char directory[MOST_PATH];   // "": none
static volatile sig_atomic_t child; // 0: none

void spin_tidy_directory(const char *path) {
    directory[0] = '\0';
    if (path && strlen(path) < sizeof directory)
        strcpy(directory, path);
}

void spin_tidy_child(int pid) { child = pid; }

// As the kernel gives them.
typedef struct Entry {
    u64 number, offset;
    u16 bytes;
    u8 type;
    char name[];
} Entry;

static bool is_inside(const char *name) {
    return strcmp(name, ".") != 0 && strcmp(name, "..") != 0;
}

// Also in directories of tools that have been ended, `depth` levels deep.
static void remove_files(int folder, u32 depth) {
    char entries[MOST_ENTRIES] __attribute__((aligned(8)));
    long n;
    while ((n = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0)
        for (long at = 0; at < n;) {
            const Entry *e = (const Entry *)(entries + at);
            at += e->bytes;
            bool is_kept = is_inside(e->name) && unlinkat(folder, e->name, 0) != 0;
            int inner = is_kept && depth ? openat(folder, e->name,
                                                  O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                                         : -1;
            if (inner < 0)
                continue;
            remove_files(inner, depth - 1);
            close(inner);
            unlinkat(folder, e->name, AT_REMOVEDIR);
        }
}

void spin_tidy(void) {
    if (child > 0)
        kill(-child, SIGKILL);
    int folder = directory[0] ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0)
        return;
    remove_files(folder, 1);
    close(folder);
    rmdir(directory);
}
