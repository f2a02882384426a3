#include "inline-counter.h"

void *worker(void *arg) {
    counter_add(arg, 3);
    return 0;
}
