// The only part that knows libbabeltrace2: a graph of one source per trace, a muxer that sorts by time, and a sink that
// hands on each event.
#include <babeltrace2/babeltrace.h>
#include <stdio.h>
#include <string.h>

#include "trace/trace_graph.h"

typedef struct reading { // what the sink knows
    const tac_trace_sink *sink;
    bool (*flush)(void *context);
    int64_t events;
} reading;

typedef struct parts { // of the graph; plugins hold the code of the components
    bt_graph *graph;
    const bt_plugin *ctf, *utils;
    const bt_component_filter *muxer;
    const bt_component_sink *sink;
    int n_source;
    uint64_t n_port; // of the muxer, taken so far
} parts;

static bool say(char reason[TAC_TRACE_REASON], const char *text)
{
    (void)snprintf(reason, TAC_TRACE_REASON, "%s", text);
    return false;
}

// The innermost cause babeltrace gives for its last error, in one line.
static bool take_cause(char reason[TAC_TRACE_REASON])
{
    const bt_error *error = bt_current_thread_take_error();
    if (!error) {
        return say(reason, "the trace cannot be read");
    }
    const bt_error_cause *cause = bt_error_borrow_cause_by_index(error, 0);
    (void)say(reason, bt_error_cause_get_message(cause));
    for (char *c = reason; *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }

    // addresses of its objects say nothing to a reader
    char *address = strstr(reason, "-addr=");
    while (address && address > reason && *address != ':') {
        address--;
    }
    if (address) {
        *address = '\0';
    }
    bt_error_release(error);
    return false;
}

static void take_field(tac_trace_event *e, const char *name, const bt_field *field)
{
    bt_field_class_type type = bt_field_get_class_type(field);
    tac_trace_field f = {.name = name};
    if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_SIGNED_INTEGER)) {
        f.whole = bt_field_integer_signed_get_value(field);
        f.real = (double)f.whole;
    } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER)) {
        f.whole = (int64_t)bt_field_integer_unsigned_get_value(field);
        f.real = (double)f.whole;
    } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_DOUBLE_PRECISION_REAL)) {
        f.real = bt_field_real_double_precision_get_value(field);
    } else if (bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_STRING)) {
        f.text = bt_field_string_get_value(field);
    } else {
        return;
    }
    e->field[e->n_field++] = f;
}

static void take_event(reading *r, const bt_message *message)
{
    const bt_event *event = bt_message_event_borrow_event_const(message);
    const bt_event_class *class = bt_event_borrow_class_const(event);
    const char *name = bt_event_class_get_name(class);
    const bt_field *payload = bt_event_borrow_payload_field_const(event);
    tac_trace_event e = {.name = name ? name : ""};
    if (bt_stream_class_borrow_default_clock_class_const(
            bt_event_class_borrow_stream_class_const(class))) {
        const bt_clock_snapshot *clock =
            bt_message_event_borrow_default_clock_snapshot_const(message);
        e.time = (int64_t)bt_clock_snapshot_get_value(clock);
    }
    if (payload) {
        const bt_field_class *fields = bt_field_borrow_class_const(payload);
        uint64_t n = bt_field_class_structure_get_member_count(fields);
        for (uint64_t i = 0; i < n && e.n_field < TAC_TRACE_FIELDS; i++) {
            const bt_field_class_structure_member *member =
                bt_field_class_structure_borrow_member_by_index_const(fields, i);
            take_field(&e, bt_field_class_structure_member_get_name(member),
                       bt_field_structure_borrow_member_field_by_index_const(payload, i));
        }
    }
    r->events++;
    r->sink->event(r->sink->context, &e);
}

static void take_message(reading *r, const bt_message *message)
{
    uint64_t n = 0;
    switch ((int)bt_message_get_type(message)) {
    case BT_MESSAGE_TYPE_EVENT:
        take_event(r, message);
        break;
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
        if (bt_message_discarded_events_get_count(message, &n) ==
            BT_PROPERTY_AVAILABILITY_AVAILABLE) {
            r->sink->discarded(r->sink->context, (int64_t)n);
        }
        break;
    default:
        break;
    }
}

// Some messages at a time; what they said is on its way before the next are asked for.
static bt_graph_simple_sink_component_consume_func_status consume(bt_message_iterator *iterator,
                                                                  void *data)
{
    bt_message_array_const messages;
    uint64_t n = 0;
    switch ((int)bt_message_iterator_next(iterator, &messages, &n)) {
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK:
        break;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_END;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_AGAIN;
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_MEMORY_ERROR;
    default:
        return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR;
    }
    for (uint64_t i = 0; i < n; i++) {
        take_message(data, messages[i]);
        bt_message_put_ref(messages[i]);
    }
    const reading *r = data;
    return r->flush(r->sink->context) ? BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_OK
                                      : BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR;
}

// Graph, muxer and sink; the sink hangs on the muxer.
static bool build(parts *p, reading *r, char reason[TAC_TRACE_REASON])
{
    bt_plugin_find("ctf", BT_TRUE, BT_TRUE, BT_TRUE, BT_TRUE, BT_FALSE, &p->ctf);
    bt_plugin_find("utils", BT_TRUE, BT_TRUE, BT_TRUE, BT_TRUE, BT_FALSE, &p->utils);
    if (!p->ctf || !p->utils) {
        return say(reason, "the plugins of babeltrace2 are missing; install babeltrace2");
    }
    const bt_component_class_filter *muxer =
        bt_plugin_borrow_filter_component_class_by_name_const(p->utils, "muxer");
    p->graph = bt_graph_create(0);
    bool built =
        p->graph && muxer &&
        bt_graph_add_filter_component(p->graph, muxer, "muxer", NULL, BT_LOGGING_LEVEL_NONE,
                                      &p->muxer) == BT_GRAPH_ADD_COMPONENT_STATUS_OK &&
        bt_graph_add_simple_sink_component(p->graph, "sink", NULL, consume, NULL, r, &p->sink) ==
            BT_GRAPH_ADD_COMPONENT_STATUS_OK &&
        bt_graph_connect_ports(p->graph,
                               bt_component_filter_borrow_output_port_by_index_const(p->muxer, 0),
                               bt_component_sink_borrow_input_port_by_index_const(p->sink, 0),
                               NULL) == BT_GRAPH_CONNECT_PORTS_STATUS_OK;
    return built || take_cause(reason);
}

// One source for the trace in the folder, all its streams on the muxer.
static bool add_source(parts *p, const char *folder)
{
    bt_value *list = NULL, *params = bt_value_map_create();
    char name[32];
    snprintf(name, sizeof name, "source-%d", p->n_source++);
    const bt_component_class_source *class =
        bt_plugin_borrow_source_component_class_by_name_const(p->ctf, "fs");
    const bt_component_source *source = NULL;
    bool ok = params && class &&
              bt_value_map_insert_empty_array_entry(params, "inputs", &list) ==
                  BT_VALUE_MAP_INSERT_ENTRY_STATUS_OK &&
              bt_value_array_append_string_element(list, folder) ==
                  BT_VALUE_ARRAY_APPEND_ELEMENT_STATUS_OK &&
              bt_graph_add_source_component(p->graph, class, name, params, BT_LOGGING_LEVEL_NONE,
                                            &source) == BT_GRAPH_ADD_COMPONENT_STATUS_OK;
    bt_value_put_ref(params);
    uint64_t n = ok ? bt_component_source_get_output_port_count(source) : 0;
    for (uint64_t i = 0; i < n && ok; i++) {
        ok = bt_graph_connect_ports(
                 p->graph, bt_component_source_borrow_output_port_by_index_const(source, i),
                 bt_component_filter_borrow_input_port_by_index_const(p->muxer, p->n_port++),
                 NULL) == BT_GRAPH_CONNECT_PORTS_STATUS_OK;
    }
    return ok;
}

static tac_trace_outcome run(parts *p, const reading *r, char reason[TAC_TRACE_REASON])
{
    bt_graph_run_status status;
    do {
        status = bt_graph_run(p->graph);
    } while (status == BT_GRAPH_RUN_STATUS_AGAIN);
    if (status == BT_GRAPH_RUN_STATUS_OK) {
        return TAC_TRACE_COMPLETE;
    }
    (void)take_cause(reason);
    return r->events > 0 ? TAC_TRACE_CUT : TAC_TRACE_NONE;
}

static tac_trace_outcome read_traces(const char *const *folder, int n, const tac_trace_sink *sink,
                                     bool (*flush)(void *context), char reason[TAC_TRACE_REASON])
{
    parts p = {0};
    reading r = {sink, flush, 0};
    tac_trace_outcome outcome = TAC_TRACE_NONE;
    bool good = build(&p, &r, reason);
    for (int i = 0; i < n && good; i++) {
        good = add_source(&p, folder[i]) || take_cause(reason);
    }
    if (good && p.n_port == 0) {
        good = say(reason, "the trace holds no events");
    }
    if (good) {
        outcome = run(&p, &r, reason);
    }
    bt_graph_put_ref(p.graph);
    bt_plugin_put_ref(p.ctf);
    bt_plugin_put_ref(p.utils);
    return outcome;
}

__attribute__((visibility("default"))) const tac_trace_graph tac_trace_babeltrace = {
    .version = {TAC_TRACE_GRAPH_LAYOUT, sizeof(tac_trace_event)},
    .read = read_traces,
};
