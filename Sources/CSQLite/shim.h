/* SQLite as Debian ships it: BGRunStore is the only room that imports it. */
#include <sqlite3.h>
