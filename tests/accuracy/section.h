// The sections of the accuracy page: each makes its tables and notes its verdicts (page.h). The
// text around them is in page.md.
#ifndef ACCURACY_SECTION_H
#define ACCURACY_SECTION_H

// root: of the sources, where models and references are found
void references_section(const char *root);
void paper_section(const char *root);
void criterion_section(const char *root);
void modes_section(const char *root);
void orders_section(const char *root);
void penalty_section(const char *root);
void contacts_section(const char *root);
void stiff_section(const char *root);
void rotations_section(const char *root);
void driveline_section(const char *root);
void heavy_section(const char *root);

#endif
