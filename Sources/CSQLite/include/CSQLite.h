// SQLite, which a process loads once it needs it: a service without state and actions, and most commands,
// never do.
#pragma once

#include <sqlite3.h>

#define SLIPWAY_SQLITE_FUNCTIONS(each)                                                              \
    each(open_v2) each(close_v2) each(exec) each(progress_handler) each(changes)                    \
    each(get_autocommit) each(errcode) each(extended_errcode) each(errmsg) each(errstr)             \
    each(system_errno) each(db_config)                                                              \
    each(prepare_v3) each(finalize) each(step) each(reset) each(clear_bindings)                     \
    each(bind_null) each(bind_int64) each(bind_text) each(bind_blob)                                \
    each(column_type) each(column_int64) each(column_text) each(column_blob) each(column_bytes)     \
    each(backup_init) each(backup_step) each(backup_finish)
#define SLIPWAY_SQLITE_FUNCTION(name) __typeof__(sqlite3_##name) *_Nonnull name;

/// Its functions, without the prefix; never changed once they are loaded.
struct slipway_sqlite {
    SLIPWAY_SQLITE_FUNCTIONS(SLIPWAY_SQLITE_FUNCTION)
};
extern struct slipway_sqlite sqlite __attribute__((swift_attr("nonisolated(unsafe)")));

/// Loads the library of this name. Blocks for a millisecond; one call at a time. Returns NULL, or why it
/// cannot be used, which is valid until the next call.
const char *_Nullable slipway_sqlite_load(const char *_Nonnull name);

/// There is no room on the disk for what readers of a database share (`-shm`).
static const int slipway_sqlite_no_shared_memory = SQLITE_IOERR_SHMSIZE;

/// Has the last connection to a database leave the log beside it when it is closed, as it is. Swift
/// cannot pass a variable number of arguments.
int slipway_sqlite_leave_log(sqlite3 *_Nonnull database);
