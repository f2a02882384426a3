// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// Counts the words of a text: each mapper counts those of its part in a table of its own, and the tables are merged
// when the mappers have been joined.
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPERS = 2, LONGEST = 7 };

typedef struct Word {
    struct Word *next;
    int count;
    char text[LONGEST + 1];
} Word;

typedef struct {
    Word *first;
    int different;
} Table;

typedef struct {
    const char *begin, *end; // the part of the text
    pthread_t thread;
} Mapper;

static Table *table_new(void) {
    Table *table = calloc(1, sizeof *table);
    if (!table)
        abort();
    return table;
}

static void table_free(Table *table) {
    for (Word *word = table->first, *next; word; word = next) {
        next = word->next;
        free(word);
    }
    free(table);
}

static Word *table_find(const Table *table, const char *text) {
    Word *word = table->first;
    while (word && strcmp(word->text, text) != 0)
        word = word->next;
    return word;
}

static void table_add(Table *table, const char *text, int count) {
    Word *word = table_find(table, text);
    if (!word) {
        word = calloc(1, sizeof *word);
        if (!word)
            abort();
        strcpy(word->text, text);
        word->next = table->first;
        table->first = word;
        table->different++;
    }
    word->count += count;
}

static void table_merge(Table *into, const Table *from) {
    for (const Word *word = from->first; word; word = word->next)
        table_add(into, word->text, word->count);
}

// Takes the next word before end, in lower case and cut if it is too long; NULL if there is none.
static const char *next_word(const char *at, const char *end, char *word) {
    int length = 0;
    while (at < end && !isalpha((unsigned char)*at))
        at++;
    if (at == end)
        return NULL;
    for (; at < end && isalpha((unsigned char)*at); at++)
        if (length < LONGEST)
            word[length++] = (char)tolower((unsigned char)*at);
    word[length] = '\0';
    return at;
}

static void *map(void *arg) {
    Mapper *mapper = arg;
    Table *table = table_new();
    char word[LONGEST + 1];
    const char *at = mapper->begin;
    while ((at = next_word(at, mapper->end, word)) != NULL)
        table_add(table, word, 1);
    return table;
}

// Cuts the text into parts of about the same length, between words.
static void split(const char *text, Mapper *mappers) {
    size_t length = strlen(text);
    const char *end = text + length;
    const char *at = text;
    for (int i = 0; i < MAPPERS; i++) {
        mappers[i].begin = at;
        at = text + length * (size_t)(i + 1) / MAPPERS;
        while (at < end && isalpha((unsigned char)*at))
            at++;
        mappers[i].end = at;
    }
}

static Table *count_words(const char *text) {
    Mapper mappers[MAPPERS];
    Table *total = table_new();
    split(text, mappers);
    for (int i = 0; i < MAPPERS; i++)
        if (pthread_create(&mappers[i].thread, NULL, map, &mappers[i]) != 0)
            abort();
    for (int i = 0; i < MAPPERS; i++) {
        void *part;
        pthread_join(mappers[i].thread, &part);
        table_merge(total, part);
        table_free(part);
    }
    return total;
}

static int count_of(const Table *table, const char *text) {
    const Word *word = table_find(table, text);
    return word ? word->count : 0;
}

int main(void) {
    Table *table = count_words("To be, or not to be!");
    for (const Word *word = table->first; word; word = word->next)
        printf("%3d %s\n", word->count, word->text);
    assert(table->different == 4);
    assert(count_of(table, "to") == 2);
    assert(count_of(table, "be") == 2);
    assert(count_of(table, "or") == 1);
    assert(count_of(table, "question") == 0);
    table_free(table);
    return 0;
}
