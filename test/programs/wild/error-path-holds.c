// expect: holds
// levels: -O0 -O2
// What is only called when something fails lies in files that nobody gave.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern int verbose_level;
extern const char *const failure_names[];
void log_failure(const char *what, int code, ...);
_Noreturn void die(const char *);

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n) {
        if (verbose_level > 1)
            log_failure(failure_names[0], errno, head);
        die("out of memory");
    }
    n->next = head;
    n->value = value;
    return n;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i);
    int sum = 0;
    while (list) {
        struct node *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    return sum == 3 ? 0 : 1;
}
