#pragma once

#include <sqlite3.h>

/// There is no room on the disk for what readers of a database share (`-shm`).
static const int slipway_sqlite_no_shared_memory = SQLITE_IOERR_SHMSIZE;

// What takes a variable number of arguments, which Swift cannot pass.

/// Has the last connection to a database leave the log beside it when it is closed, as it is.
static inline int slipway_sqlite_leave_log(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
