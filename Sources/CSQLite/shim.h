#pragma once
#include <sqlite3.h>

/* sqlite3_db_config is variadic, and Swift imports no variadic function. A file that is refused must stay as it is: its
   write-ahead log is not to be folded into it when the connection closes. */
static inline int shim_keep_log_on_close(sqlite3 *connection, int keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}

/* SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what is bound. */
static inline int shim_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
  return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}
static inline int shim_bind_blob(sqlite3_stmt *statement, int index, const void *blob, int bytes) {
  return sqlite3_bind_blob(statement, index, blob, bytes, SQLITE_TRANSIENT);
}
