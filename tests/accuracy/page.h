// Output: markdown to standard output and, when asked for, to a file as well.
//
// Verdicts collect while a table grows and are listed below it. Their failures decide the exit
// status of the program.
#ifndef ACCURACY_PAGE_H
#define ACCURACY_PAGE_H

int page_open(const char *path); // NULL: standard output only; 0 if the file cannot be written
void page_close(void);

__attribute__((format(printf, 1, 2))) void page_print(const char *format, ...);

// Head of a table from "name|name|...": the first column is text, the others are numbers.
void page_table(const char *columns);

// A table cell: the number or "-". The text stays valid for the next 31 calls.
const char *cell(const char *format, double x, int shown);

// Notes whether something holds that should, in words.
__attribute__((format(printf, 2, 3))) void page_judge(int good, const char *format, ...);

// Lists the verdicts since the last call; returns how many of them are failures.
int page_verdicts(void);

// Order seen between two step sizes, the second half of the first; 0 when there is none to see.
double order_between(double coarse, double fine);

#endif
