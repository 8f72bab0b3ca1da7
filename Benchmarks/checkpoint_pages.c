// Laid before SQLite by LD_PRELOAD: sets the size of automatic checkpoints to CHECKPOINT_PAGES where the server sets
// its own, so that several can be measured with one build.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sqlite3_exec(sqlite3 *connection, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message) {
  static const char setting[] = "PRAGMA wal_autocheckpoint = ";
  int (*next)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **) =
      dlsym(RTLD_NEXT, "sqlite3_exec");
  const char *pages = getenv("CHECKPOINT_PAGES");
  char ours[sizeof setting + 20];
  if (pages != NULL && strncmp(sql, setting, sizeof setting - 1) == 0) {
    snprintf(ours, sizeof ours, "%s%ld", setting, strtol(pages, NULL, 10));
    sql = ours;
  }
  return next(connection, sql, row, context, message);
}
