// PAM's account check, with a conversation that answers nothing and remembers what it was told.
#include "CPAM.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

// As <security/pam_appl.h> of Linux-PAM has them; they are its binary interface and don't change.
typedef struct pam_handle pam_handle_t;
struct pam_message {
    int style;
    const char *text;
};
struct pam_response {
    char *text;
    int code;
};
struct pam_conversation {
    int (*converse)(int count, const struct pam_message **messages, struct pam_response **responses, void *context);
    void *context;
};
enum { pam_success = 0, pam_conversation_failed = 19, pam_error_message = 3, pam_information = 4 };

struct table {
    int (*start)(const char *, const char *, const struct pam_conversation *, pam_handle_t **);
    int (*start_in)(const char *, const char *, const struct pam_conversation *, const char *, pam_handle_t **);
    int (*account)(pam_handle_t *, int);
    int (*end)(pam_handle_t *, int);
    const char *(*text)(pam_handle_t *, int);
};

struct told {
    char *text;
    size_t room;
};

// Nobody is there to answer: a question is the end of the conversation.
static int converse(int count, const struct pam_message **messages, struct pam_response **responses, void *context) {
    struct told *told = context;
    if (count <= 0) return pam_conversation_failed;
    for (int i = 0; i < count; i++) {
        int style = messages[i]->style;
        if (style != pam_error_message && style != pam_information) return pam_conversation_failed;
        if (messages[i]->text) snprintf(told->text, told->room, "%s", messages[i]->text);
    }
    // PAM frees it.
    *responses = calloc((size_t)count, sizeof **responses);
    return *responses ? pam_success : pam_conversation_failed;
}

static int load(const char *library, struct table *table) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return 0;
    *(void **)&table->start = dlsym(handle, "pam_start");
    *(void **)&table->start_in = dlsym(handle, "pam_start_confdir");
    *(void **)&table->account = dlsym(handle, "pam_acct_mgmt");
    *(void **)&table->end = dlsym(handle, "pam_end");
    *(void **)&table->text = dlsym(handle, "pam_strerror");
    return table->start && table->account && table->end && table->text;
}

int cpam_account(const char *library, const char *service, const char *user, const char *directory, char *reason,
                 size_t room) {
    struct table table = {0};
    if (room > 0) *reason = 0;
    if (!load(library, &table) || (directory && !table.start_in)) return cpam_missing;
    struct told told = {reason, room};
    struct pam_conversation conversation = {converse, &told};
    pam_handle_t *handle = NULL;
    int result = directory ? table.start_in(service, user, &conversation, directory, &handle)
                           : table.start(service, user, &conversation, &handle);
    if (result == pam_success) result = table.account(handle, 0);
    if (result != pam_success && room > 0 && !*reason) {
        const char *text = table.text(handle, result);
        snprintf(reason, room, "%s", text ? text : "PAM gives no reason");
    }
    if (handle) table.end(handle, result);
    return result == pam_success ? cpam_admitted : cpam_refused;
}
