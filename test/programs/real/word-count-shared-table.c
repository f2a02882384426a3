// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 137|138
// no-none: too many states
// Counts the words of a text with a mapper for each part, all into one table with a lock. The lock is not held from
// the search for a word to its insertion: a word can be inserted twice.
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
    pthread_mutex_t lock;
    Word *first;
    int different;
} Table;

typedef struct {
    const char *begin, *end; // the part of the text
    Table *table;            // shared by all
    pthread_t thread;
} Mapper;

static Table *table_new(void) {
    Table *table = calloc(1, sizeof *table);
    if (!table)
        abort();
    pthread_mutex_init(&table->lock, NULL);
    return table;
}

static void table_free(Table *table) {
    for (Word *word = table->first, *next; word; word = next) {
        next = word->next;
        free(word);
    }
    pthread_mutex_destroy(&table->lock);
    free(table);
}

static Word *table_find(const Table *table, const char *text) {
    Word *word = table->first;
    while (word && strcmp(word->text, text) != 0)
        word = word->next;
    return word;
}

static void table_add(Table *table, const char *text, int count) {
    pthread_mutex_lock(&table->lock);
    Word *word = table_find(table, text);
    pthread_mutex_unlock(&table->lock);
    if (!word) {
        word = calloc(1, sizeof *word);
        if (!word)
            abort();
        strcpy(word->text, text);
        pthread_mutex_lock(&table->lock);
        word->next = table->first;
        table->first = word;
        table->different++;
        pthread_mutex_unlock(&table->lock);
    }
    pthread_mutex_lock(&table->lock);
    word->count += count;
    pthread_mutex_unlock(&table->lock);
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
    char word[LONGEST + 1];
    const char *at = mapper->begin;
    while ((at = next_word(at, mapper->end, word)) != NULL)
        table_add(mapper->table, word, 1);
    return NULL;
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
    for (int i = 0; i < MAPPERS; i++) {
        mappers[i].table = total;
        if (pthread_create(&mappers[i].thread, NULL, map, &mappers[i]) != 0)
            abort();
    }
    for (int i = 0; i < MAPPERS; i++)
        pthread_join(mappers[i].thread, NULL);
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
