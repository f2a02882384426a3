// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error line 28
// options: -m32 --nondet-range -1..3
// no-none: too many states
// A writer and a reader of a ring of numbers, in the style of a program of SV-COMP, for 32 bits. A number is counted
// as written only after it is in the ring, in a section of its own: the reader may have it before.
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
typedef unsigned long int pthread_t;
typedef union { char __size[36]; long int __align; } pthread_attr_t;
extern int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);

void assume_abort_if_not(int cond) {
  if (!cond) {
    /* a run that does not count */
    extern void exit(int);
    exit(0);
  }
}

void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: {
      reach_error();
    }
  }
}

struct ring {
  int items[2];
  unsigned int first;
  unsigned int count;
};

struct ring ring;
int written;
int read_so_far;
_Bool is_closed;

void __VERIFIER_atomic_append(int number) {
  ring.items[(ring.first + ring.count) % 2U] = number;
  ring.count = ring.count + 1U;
}

/* -1 if there is nothing */
int __VERIFIER_atomic_take(void) {
  int number = -1;
  if (ring.count > 0U) {
    number = ring.items[ring.first];
    ring.first = (ring.first + 1U) % 2U;
    ring.count = ring.count - 1U;
  }
  return number;
}

_Bool has_room(void) {
  _Bool result;
  __VERIFIER_atomic_begin();
  result = ring.count < 2U;
  __VERIFIER_atomic_end();
  return result;
}

void *writer(void *arg) {
  int rounds = *(int *)arg;
  for (int i = 0; i < rounds; i++) {
    int number = __VERIFIER_nondet_int();
    assume_abort_if_not(number > 0 && number <= 3);
    while (!has_room())
      ;
    __VERIFIER_atomic_append(number);
    __VERIFIER_atomic_begin();
    written = written + number;
    __VERIFIER_atomic_end();
  }
  is_closed = 1;
  return 0;
}

void *reader(void *arg) {
  (void)arg;
  for (;;) {
    _Bool was_closed = is_closed;
    int number = __VERIFIER_atomic_take();
    if (number < 0) {
      if (was_closed)
        break;
      continue;
    }
    read_so_far = read_so_far + number;
    __VERIFIER_assert(read_so_far <= written);
  }
  return 0;
}

int main(void) {
  pthread_t w, r;
  int rounds = __VERIFIER_nondet_int();
  assume_abort_if_not(rounds >= 1 && rounds <= 3);
  pthread_create(&w, 0, writer, &rounds);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  __VERIFIER_assert(read_so_far == written);
  return 0;
}
