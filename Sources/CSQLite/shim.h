/* SQLite as Debian ships it: BGRunStore is the only room that imports it. */
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stddef.h>

/* What Swift can't call itself: functions with a variable number of arguments, and casts to pointers. */

/* No trigger, view or function of a hostile schema is run, and the schema can't be edited through SQL. */
static inline int csqlite_harden(sqlite3 *database) {
    static const int settings[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},        {SQLITE_DBCONFIG_DQS_DDL, 0},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        int result = sqlite3_db_config(database, settings[i][0], settings[i][1], (int *)NULL);
        if (result != SQLITE_OK) return result;
    }
    return SQLITE_OK;
}

/* Pages and small blocks are allocated one by one, not ahead: an idle daemon holds a few of them for days. Counts only
   before the first database is opened; later it is refused, and nothing is worse than before. */
static inline void csqlite_stay_small(void) {
    (void)sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)NULL, 0, 0);
    (void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* With `keep`, closing leaves file and log as they are. */
static inline int csqlite_keep_log_on_close(sqlite3 *database, int keep) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep, (int *)NULL);
}

/* How long the log is, and how many commits have been made. */
struct csqlite_log {
    int frames;
    int commits;
};

static inline int csqlite_note_commit(void *log, sqlite3 *database, const char *name, int frames) {
    (void)database, (void)name;
    ((struct csqlite_log *)log)->frames = frames;
    ((struct csqlite_log *)log)->commits += 1;
    return SQLITE_OK;
}

/* Notes each commit in `log`, in place of folding the log back after some of them. */
static inline void csqlite_watch_log(sqlite3 *database, struct csqlite_log *log) {
    (void)sqlite3_wal_hook(database, csqlite_note_commit, log);
}

/* SQLite keeps its own copy of the text. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_TRANSIENT);
}

#endif
