// The sections of the accuracy page: each makes its tables and notes its verdicts (page.h). The
// text around them is in page.md.
#ifndef ACCURACY_SECTION_H
#define ACCURACY_SECTION_H

typedef struct run_plan {
    const char *root; // of the sources, where models and references are found
    int quick;        // 1: only what fits the normal tests
} run_plan;

void references_section(const run_plan *p);
void paper_section(const run_plan *p);
void criterion_section(const run_plan *p);
void modes_section(const run_plan *p);
void orders_section(const run_plan *p);
void penalty_section(const run_plan *p);

#endif
