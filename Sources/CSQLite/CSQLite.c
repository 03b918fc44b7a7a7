#include "CSQLite.h"

#include <dlfcn.h>
#include <stddef.h>

struct slipway_sqlite sqlite;

const char *slipway_sqlite_load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define FIND(name)                                                                                  \
    if (!(sqlite.name = (__typeof__(sqlite.name))dlsym(library, "sqlite3_" #name))) return dlerror();
    SLIPWAY_SQLITE_FUNCTIONS(FIND)
    return NULL;
}

int slipway_sqlite_leave_log(sqlite3 *database) {
    return sqlite.db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
}
