// Robots of other programs' files, URDF, MJCF and SDF, as the text of a model file. docs/robots.md says what becomes what.
//
// Nothing that a file says is left out silently: what was not taken is told with its line, in the text and beside it.
#ifndef TAC_ROBOT_FILE_H
#define TAC_ROBOT_FILE_H

#include "xml_elements.h"

typedef struct tac_robot_request {
    const char *path;         // of the file
    const char *out;          // of the model file, for which paths of meshes are made
    const char *package_path; // folders of packages, with ':' between them; NULL: none
    bool is_floating;         // a base that its file does not fix is free
    bool mends;               // an inertia that no body has becomes the nearest that one may have
    // The root of another file that the file includes; NULL with a line in diag. Stays valid until the end.
    tac_xml_node *(*include)(void *context, const char *path, tac_diag *diag);
    void *context;
} tac_robot_request;

typedef struct tac_robot_text {
    char *model; // YAML, to be freed; NULL: there is none
    char *notes; // what was not taken or was changed, a line each, "FILE:LINE: TEXT"; to be freed
    int n_note;
    const char *format; // "URDF"
    int n_body, n_joint, n_coupler;
    double mass; // of all bodies that move, kg
    double held; // of what became ground, kg
} tac_robot_text;

// Whether bytes of a file are XML by their first letter.
bool tac_robot_is_xml(const char *bytes, size_t size);

// False with one line in diag. Elements and attributes of the tree that were read are marked as seen.
bool tac_robot_convert(tac_xml_node *root, const tac_robot_request *request, tac_robot_text *text,
                       tac_diag *diag);
void tac_robot_text_free(tac_robot_text *text);

#endif
