// SPDX-License-Identifier: Apache-2.0
// sem_open, sem_close and sem_unlink. Names live as long as the run; no other process knows them.
#include "sync.h"

#include <fcntl.h>
#include <semaphore.h>
#include <sys/types.h>

struct named {
    struct named *next;
    sem_t *sem; // NULL while nobody has it open
    int opened; // times
    int value;  // while nobody has it open
    int is_unlinked;
    char name[];
};

static struct named *all; // names that exist, and semaphores that are open

static sem_t *refuse(int error) {
    errno = error;
    return SEM_FAILED;
}

// The name without its leading slashes; NULL if it is not one.
static const char *base_of(const char *name) {
    while (*name == '/')
        name++;
    size_t n = 0;
    for (; name[n]; n++)
        if (name[n] == '/')
            return NULL;
    return n > 0 && n <= NAME_MAX ? name : NULL;
}

static bool is_same(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] == b[i];
}

static struct named *find(const char *base) {
    struct named *n = all;
    while (n && (n->is_unlinked || !is_same(n->name, base)))
        n = n->next;
    return n;
}

static struct named *named_new(const char *base, int value) {
    size_t length = rt_length(base);
    struct named *n =
        __heddle_alloc(sizeof *n + length + 1, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    for (size_t i = 0; i < length; i++)
        n->name[i] = base[i];
    n->value = value;
    n->next = all;
    all = n;
    return n;
}

static void forget_unused(struct named *n) {
    if (!n->is_unlinked || n->opened)
        return;
    struct named **at = &all;
    while (*at != n)
        at = &(*at)->next;
    *at = n->next;
}

static sem_t *open_again(struct named *n) {
    if (n->opened++ == 0) {
        n->sem = __rt_sem_new(n->value);
        n->value = 0;
    }
    return n->sem;
}

MODEL sem_t *sem_open(const char *name, int flags, ...) {
    __heddle_mask();
    const char *base = base_of(name);
    if (!base)
        return refuse(EINVAL);
    struct named *n = find(base);
    if (n)
        return (flags & O_CREAT) && (flags & O_EXCL) ? refuse(EEXIST) : open_again(n);
    if (rt_length(base) > NAME_MAX - 4) // glibc puts "sem." before it
        return refuse(ENAMETOOLONG);
    if (!(flags & O_CREAT))
        return refuse(ENOENT);
    va_list args;
    va_start(args, flags);
    (void)va_arg(args, mode_t);
    unsigned value = va_arg(args, unsigned);
    va_end(args);
    return value > SEM_VALUE_MAX ? refuse(EINVAL) : open_again(named_new(base, (int)value));
}

MODEL int sem_close(sem_t *sem) {
    __heddle_mask();
    struct named *n = all;
    while (n && n->sem != sem)
        n = n->next;
    if (!n) {
        errno = EINVAL;
        return -1;
    }
    if (--n->opened == 0) {
        n->value = __rt_sem_close(n->sem);
        n->sem = NULL;
        forget_unused(n);
    }
    return 0;
}

MODEL int sem_unlink(const char *name) {
    __heddle_mask();
    const char *base = base_of(name);
    struct named *n = base ? find(base) : NULL;
    if (!n) {
        errno = ENOENT;
        return -1;
    }
    n->is_unlinked = 1;
    forget_unused(n);
    return 0;
}
