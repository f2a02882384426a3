// expect: error "unknown: wild/ops-table-reached.c:49: in 'user': call of 'legacy_ioctl', a function that nothing defines"
// message: --stub legacy_ioctl=nondet\|0\|abort
// A character driver that is also asked for what another file does.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct file {
    int users;
};
struct file_operations {
    int (*open)(struct file *);
    long (*write)(struct file *, const char *, size_t);
    long (*ioctl)(struct file *, unsigned cmd, unsigned long arg);
    int (*mmap)(struct file *, void *area);
    unsigned (*poll)(struct file *, void *table);
};

long legacy_ioctl(struct file *, unsigned, unsigned long);
int legacy_mmap(struct file *, void *);
unsigned legacy_poll(struct file *, void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long written;

static int my_open(struct file *f) {
    pthread_mutex_lock(&lock);
    f->users++;
    pthread_mutex_unlock(&lock);
    return 0;
}

static long my_write(struct file *f, const char *text, size_t n) {
    (void)f, (void)text;
    pthread_mutex_lock(&lock);
    written += (long)n;
    pthread_mutex_unlock(&lock);
    return (long)n;
}

static const struct file_operations fops = {
    .open = my_open, .write = my_write, .ioctl = legacy_ioctl, .mmap = legacy_mmap, .poll = legacy_poll};
static struct file device;

static void *user(void *arg) {
    if (fops.open(&device) == 0 && fops.poll)
        fops.write(&device, "abc", 3);
    if (device.users == 2)
        fops.ioctl(&device, 1, 0);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(written == 6 && device.users == 2);
    assert(fops.ioctl != NULL && (void *)fops.mmap != (void *)fops.poll);
    return 0;
}
