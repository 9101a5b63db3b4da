// PAM's word on an account, from libpam, which is loaded when it is first asked: nothing is linked.
#ifndef CPAM_H
#define CPAM_H

#include <stddef.h>

enum { cpam_admitted = 0, cpam_refused = 1, cpam_missing = 2 };

// Whether the service's account rules (pam.d(5)) admit the user; pam_acct_mgmt(3). The modules may wait, so this is for a
// process of its own. Else `reason` says why not: what the last module told the user, or what PAM calls the fault.
// NULL for `directory` means the system's own rules. Missing: there is no libpam.
int cpam_account(const char *library, const char *service, const char *user, const char *directory, char *reason,
                 size_t room);

#endif
