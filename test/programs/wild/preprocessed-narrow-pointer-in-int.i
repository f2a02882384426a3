// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: :10: size_t is unsigned int: made for 32 bits
// For 32 bits a pointer fits into an int, and a structure with two of them has eight bytes. Nothing but size_t tells it.
# 1 "list.c"
# 1 "<command-line>"
# 31 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 32 "<command-line>" 2
typedef unsigned int size_t;
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) ;
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
struct list { struct list *next, *prev; };
struct item { int value; struct list link; };
int main() {
  struct item *it = malloc(sizeof(struct item));
  if (sizeof(struct item) != 12) abort();
  it->value = 7;
  unsigned int address = (unsigned int)&it->link;
  struct item *back = (struct item *)(address - (unsigned int)&((struct item *)0)->link);
  if (back->value != 7) abort();
  free(back);
  return 0;
}
