// Command-line arguments of one command, read into its settings by a table of its options.
//
// Options are long, take their value as the next argument or after '=', and may stand before or
// after the plain arguments; "--" ends them. Of an option given twice the last one counts, unless its
// values are a list. Every error is one line that names the argument, what was expected and, for a
// misspelled option, the nearest one that exists.
#ifndef TAC_ARGS_H
#define TAC_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "units.h"

typedef struct tac_args {
    const char *command; // as it stands in messages: "tactus sim"
    int argc;
    char **argv;
    int at; // next argument

    // what tac_args_read has found
    const struct tac_syntax *syntax;
    bool plain_only;   // "--" was seen
    const char *name;  // of the option at hand, NULL for a plain argument
    const char *value; // of the option or the plain argument, "" when it has none
    int n_plain;       // plain arguments so far, the one at hand not counted
    uint64_t given;    // bit i: option i of all was given
    char error[512];
} tac_args;

// Takes or judges the value at hand; false and the error of a set when it cannot be.
typedef bool tac_take_value(tac_args *a, void *settings);

// ---- options -------------------------------------------------------------------------------------

// Values of an option that may be repeated.
enum { TAC_MOST_TEXTS = 1024 };

typedef struct tac_texts {
    const char *text[TAC_MOST_TEXTS]; // (n)
    int n;
} tac_texts;

typedef enum tac_option_kind {
    TAC_OPTION_OWN, // only its function take looks at the value
    TAC_OPTION_FLAG,
    TAC_OPTION_TEXT,
    TAC_OPTION_TEXTS,
    TAC_OPTION_REAL,
    TAC_OPTION_WHOLE,
    TAC_OPTION_WORD,
    TAC_OPTION_NUMBER,
    TAC_OPTION_WINDOW,
} tac_option_kind;

typedef struct tac_option {
    const char *name;  // without the dashes
    const char *value; // placeholder of its value in the help, NULL when it takes none
    const char *help;
    tac_option_kind kind;
    size_t at, size;         // member of the settings that takes the value
    tac_quantity quantity;   // of a real number
    double low, high;        // range of a number
    const char *const *word; // (n_word) of which the value is one
    int n_word;
    tac_take_value *take; // looks at the value once it is stored; NULL: nothing to look at
} tac_option;

// What follows name, placeholder and help of an option: the kind of its value and the member of the
// settings that takes it, whose type is checked.
//   FLAG    bool; the option takes no value
//   TEXT    const char *
//   TEXTS   tac_texts; may be repeated
//   REAL    double from low to high: an SI number, or one with a unit of the quantity
//   WHOLE   int or int64_t from low to high
//   WORD    int: index of one of the words, an array
//   NUMBER  int: one of the words, an array, which are numbers
//   WINDOW  int64_t [2]: A:B, two whole numbers, A not negative and B not before A
//   OWN     what the function does with it
#define TAC_ARG_FLAG(settings, member) \
    .kind = TAC_OPTION_FLAG, .at = TAC_ARG_AT(settings, member, bool)
#define TAC_ARG_TEXT(settings, member) \
    .kind = TAC_OPTION_TEXT, .at = TAC_ARG_AT(settings, member, const char *)
#define TAC_ARG_TEXTS(settings, member) \
    .kind = TAC_OPTION_TEXTS, .at = TAC_ARG_AT(settings, member, tac_texts)
#define TAC_ARG_REAL(settings, member, of, from, to)                                       \
    .kind = TAC_OPTION_REAL, .at = TAC_ARG_AT(settings, member, double), .quantity = (of), \
    .low = (from), .high = (to)
#define TAC_ARG_WHOLE(settings, member, from, to)                          \
    .kind = TAC_OPTION_WHOLE, .low = (double)(from), .high = (double)(to), \
    .at = offsetof(settings, member), .size = TAC_ARG_WHOLE_SIZE(((settings *)0)->member)
#define TAC_ARG_WORD(settings, member, words)                                          \
    .kind = TAC_OPTION_WORD, .at = TAC_ARG_AT(settings, member, int), .word = (words), \
    .n_word = sizeof(words) / sizeof *(words)
#define TAC_ARG_NUMBER(settings, member, words)                                          \
    .kind = TAC_OPTION_NUMBER, .at = TAC_ARG_AT(settings, member, int), .word = (words), \
    .n_word = sizeof(words) / sizeof *(words)
#define TAC_ARG_WINDOW(settings, member) \
    .kind = TAC_OPTION_WINDOW, .at = TAC_ARG_AT(settings, member, int64_t *)
#define TAC_ARG_OWN(function) .kind = TAC_OPTION_OWN, .take = (function)

// clang-format off
// Offset of a member that has the type, a pointer to its elements when it is an array.
#define TAC_ARG_AT(settings, member, type) \
    _Generic(((settings *)0)->member, type: offsetof(settings, member)) // NOLINT(bugprone-macro-parentheses)
// Size of an int or int64_t.
#define TAC_ARG_WHOLE_SIZE(member) _Generic((member), int: sizeof(int), int64_t: sizeof(int64_t))
// clang-format on

// ---- command lines -------------------------------------------------------------------------------

// A table of options that several commands have. Their values go to a struct of its own, a member of the
// command's settings.
typedef struct tac_shared_options {
    const tac_option *option; // (n)
    int n;
    size_t at; // of the struct in the settings
} tac_shared_options;

enum { TAC_MOST_SHARED = 5 };

// Options and plain arguments of a command.
typedef struct tac_syntax {
    const tac_option *option; // (n_option)
    int n_option;             // at most 64, those of the tables counted
    tac_shared_options shared[TAC_MOST_SHARED];
    int least, most;      // plain arguments
    size_t plain;         // member of the settings: const char *, of which there are most
    const char *missing;  // message about fewer than least: %s is the command
    const char *surplus;  // message about one more than most: %1$s is that one, %2$s the first
    tac_take_value *take; // takes the plain arguments, all of them; NULL: they are stored
} tac_syntax;

// Reads all arguments into the settings. Returns false and sets the error at the first that is wrong.
bool tac_args_read(tac_args *a, const tac_syntax *syntax, void *settings);

// The value at hand as a whole number from low to high, for functions that take values.
bool tac_args_whole(tac_args *a, int64_t low, int64_t high, int64_t *x);

// Option i of all: the command's own ones come first, then those of the tables. NULL: there is none.
const tac_option *tac_syntax_option(const tac_syntax *syntax, int i);

// Sets error to one line "command: ..." and returns false.
bool tac_args_fail(tac_args *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Whether --help or -h is among the options.
bool tac_args_want_help(int argc, char **argv);

// One line per option on standard output.
void tac_syntax_print(const tac_syntax *syntax);

// Whether an option takes a time, and with it a unit.
bool tac_syntax_takes_time(const tac_syntax *syntax);

#endif
