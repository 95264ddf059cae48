#include "opened.h"

#include <stdio.h>
#include <string.h>

#include "mockup_check.h"
#include "mockup_read.h"
#include "robot/xml_library.h"
#include "system/fail.h"

enum { BINARY_BYTES = 512 << 20 };

static void check_binary(tac_opened *o)
{
    char name[TAC_ARCHIVE_NAME], list[256];
    size_t size;
    tac_diag diag = {.text = ""};
    if (!o->mockup.identifier) {
        return;
    }
    o->platform = tac_binary_platform(o->archive, o->mockup.identifier);
    if (!o->platform) {
        tac_binary_platforms(o->archive, list, sizeof list);
        tac_find_error(&o->found, 0, "has no binary %.80s.so for this machine; it has: %s",
                       o->mockup.identifier, list);
        return;
    }
    (void)snprintf(name, sizeof name, "binaries/%s/%s.so", o->platform, o->mockup.identifier);
    const char *bytes = tac_fmu_archive_load(o->archive, name, BINARY_BYTES, &size, &diag);
    if (bytes) {
        tac_binary_check(bytes, size, o->mockup.version, &o->found);
    } else {
        tac_find_error(&o->found, 0, "%s", diag.text);
    }
}

bool tac_opened_read(tac_opened *o, const char *path, tac_diag *diag)
{
    char file[1200];
    size_t size;
    *o = (tac_opened){.path = path, .archive = tac_fmu_archive_open(path, diag)};
    if (!o->archive) {
        return false;
    }
    const char *bytes =
        tac_fmu_archive_load(o->archive, TAC_DESCRIPTION_NAME, TAC_XML_MOST_BYTES, &size, diag);
    if (!bytes) {
        return tac_diag_say(diag, "%s: has no modelDescription.xml: it is no FMU", path);
    }
    (void)snprintf(file, sizeof file, "%s:%s", path, TAC_DESCRIPTION_NAME);
    const tac_xml_tree *tree = tac_robot_xml(file, bytes, size, diag);
    if (!tree) {
        return false;
    }
    if (!tac_mockup_read(&o->mockup, tac_xml_tree_root(tree), &o->found)) {
        const tac_finding *first = tac_first_finding(&o->found, TAC_ERROR);
        return tac_diag_say(diag, "%s:%d: %s", file, first->line, first->text);
    }
    tac_mockup_check(&o->mockup, &o->found);
    check_binary(o);
    return true;
}

void tac_opened_say(const tac_opened *o, const tac_finding *f, char *text, size_t size)
{
    if (f->line > 0) {
        (void)snprintf(text, size, "%s:%s:%d: %s", o->path, TAC_DESCRIPTION_NAME, f->line, f->text);
    } else {
        (void)snprintf(text, size, "%s: %s", o->path, f->text);
    }
}

bool tac_opened_can_run(const tac_opened *o, tac_diag *diag)
{
    char text[1024];
    const tac_mockup *m = &o->mockup;
    if (!m->identifier && m->has_exchange) {
        return tac_diag_say(diag,
                            "%s: is for model exchange alone, whose equations the importer solves; "
                            "export it for co-simulation",
                            o->path);
    }
    if (!m->identifier && m->has_scheduled) {
        return tac_diag_say(diag,
                            "%s: is for scheduled execution alone, whose clocks the importer "
                            "drives; export it for co-simulation",
                            o->path);
    }
    if (m->needs_tool) {
        return tac_diag_say(diag,
                            "%s: needs the tool that made it (needsExecutionTool); export it "
                            "with all that it needs inside",
                            o->path);
    }
    const tac_finding *first = tac_first_finding(&o->found, TAC_ERROR);
    if (first) {
        tac_opened_say(o, first, text, sizeof text);
        return tac_diag_say(diag, "%s; 'tactus fmu-info' says all", text);
    }
    return true;
}
