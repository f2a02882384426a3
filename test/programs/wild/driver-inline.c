// expect: holds under sequential consistency
// A driver cut out of a kernel: inline register access, inline list helpers, an interrupt as a thread.
#include <pthread.h>
#include <stdlib.h>

struct list_head {
    struct list_head *next, *prev;
};
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - __builtin_offsetof(type, member)))
inline void INIT_LIST_HEAD(struct list_head *list) { list->next = list->prev = list; }
inline void __list_add(struct list_head *item, struct list_head *prev, struct list_head *next) {
    next->prev = item;
    item->next = next;
    item->prev = prev;
    prev->next = item;
}
inline void list_add_tail(struct list_head *item, struct list_head *head) {
    __list_add(item, head->prev, head);
}
inline void list_del(struct list_head *item) {
    item->next->prev = item->prev;
    item->prev->next = item->next;
}
inline int list_empty(const struct list_head *head) { return head->next == head; }

typedef struct {
    pthread_mutex_t mutex;
} spinlock_t;
inline void spin_lock(spinlock_t *l) { pthread_mutex_lock(&l->mutex); }
inline void spin_unlock(spinlock_t *l) { pthread_mutex_unlock(&l->mutex); }

extern void reach_error(void);
struct request {
    int sector;
    struct list_head list;
};
static struct device {
    spinlock_t lock;
    struct list_head queue;
    volatile unsigned status;
} dev = {.lock = {PTHREAD_MUTEX_INITIALIZER}};
inline unsigned readl(const volatile unsigned *addr) { return *addr; }
inline void writel(unsigned v, volatile unsigned *addr) { *addr = v; }

static void *interrupt(void *arg) {
    spin_lock(&dev.lock);
    if (!list_empty(&dev.queue)) {
        struct request *rq = container_of(dev.queue.next, struct request, list);
        list_del(&rq->list);
        writel(readl(&dev.status) | 1u << rq->sector, &dev.status);
        free(rq);
    }
    spin_unlock(&dev.lock);
    return arg;
}

int main(void) {
    pthread_t irq;
    INIT_LIST_HEAD(&dev.queue);
    pthread_create(&irq, 0, interrupt, 0);
    struct request *rq = malloc(sizeof *rq);
    rq->sector = 3;
    spin_lock(&dev.lock);
    list_add_tail(&rq->list, &dev.queue);
    spin_unlock(&dev.lock);
    pthread_join(irq, 0);
    if (readl(&dev.status) != 0 && (readl(&dev.status) != 8 || !list_empty(&dev.queue)))
        reach_error();
    interrupt(0);
    if (readl(&dev.status) != 8)
        reach_error();
    return 0;
}
