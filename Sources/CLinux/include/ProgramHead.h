// What the file of a program says of why it is not executed. For bgrun-exec too, so without the C library.
#ifndef CLINUX_PROGRAM_HEAD_H
#define CLINUX_PROGRAM_HEAD_H

#include <errno.h>
#include <sys/stat.h>

// Why a program was not executed, where its file tells more than an errno.
enum clinux_program_fault {
    clinux_fault_none,
    clinux_fault_directory,
    clinux_fault_pipe,
    clinux_fault_socket,
    clinux_fault_device,
    clinux_fault_circle,      // its links never end
    clinux_fault_mode,        // nobody may execute it
    clinux_fault_denied,      // others may
    clinux_fault_mount,       // nothing on its file system is executed
    clinux_fault_line,        // it is a text without a #! line
    clinux_fault_mark,        // a byte order mark stands before that
    clinux_fault_return,      // that ends in a carriage return
    clinux_fault_bare,        // that names nothing
    clinux_fault_foreign,     // it is for no machine like this one
    clinux_fault_damaged,     // it is shorter than its ELF header says
    clinux_fault_interpreter, // what its #! line names is not there
    clinux_fault_inner,       // what that one's #! line names is not there
    clinux_fault_folder,      // what its #! line names is a directory
    clinux_fault_unfit,       // what its #! line names can't be executed for another reason
    clinux_fault_loader,      // what its ELF header names is not there
};

enum { clinux_head_bytes = 4096, clinux_interpreter_bytes = 256, clinux_most_interpreters = 5 };

// What the kernel comes to as it executes a program, each by the one before.
enum clinux_role { clinux_role_program, clinux_role_interpreter, clinux_role_inner, clinux_role_loader };

// What somebody found who looked at a file.
struct clinux_program_file {
    int error;         // errno of stat(2), or 0
    unsigned mode;     // st_mode
    unsigned long size;
    int is_denied;     // whoever looked may not execute it
    int is_on_noexec;
    long count;        // bytes of head; negative where it can't be read
    unsigned char head[clinux_head_bytes];
};

static inline unsigned long clinux_number(const unsigned char *bytes, int count) {
    unsigned long number = 0;
    while (count-- > 0) number = number << 8 | bytes[count];
    return number;
}

// Of an ELF file of 64 bits: what it names as its loader, and whether all is there that is to be loaded.
static inline enum clinux_program_fault clinux_segments(const struct clinux_program_file *file, char *name) {
    const unsigned char *head = file->head;
    unsigned long count = (unsigned long)file->count;
    unsigned long table = clinux_number(head + 32, 8), size = clinux_number(head + 54, 2);
    unsigned long entries = clinux_number(head + 56, 2);
    for (unsigned long i = 0; i < entries && size >= 56; i++) {
        if (table > file->size || (file->size - table) / size < i + 1) return clinux_fault_damaged;
        if (table > count || (count - table) / size < i + 1) break;
        const unsigned char *entry = head + table + i * size;
        unsigned long kind = clinux_number(entry, 4);
        unsigned long start = clinux_number(entry + 8, 8), length = clinux_number(entry + 32, 8);
        if (kind != 1 && kind != 3) continue;
        if (start > file->size || length > file->size - start) return clinux_fault_damaged;
        if (kind == 1 || start > count || length > count - start || length > clinux_interpreter_bytes) continue;
        for (unsigned long at = 0; at < length; at++) name[at] = (char)head[start + at];
        if (length > 0) name[length - 1] = 0;
    }
    return clinux_fault_none;
}

static inline enum clinux_program_fault clinux_script(const struct clinux_program_file *file, char *name) {
    const unsigned char *head = file->head;
    long at = 2, length = 0, end = 2;
    while (at < file->count && (head[at] == ' ' || head[at] == '\t')) at++;
    for (; at < file->count && length < clinux_interpreter_bytes - 1; at++, length++) {
        if (head[at] == ' ' || head[at] == '\t' || head[at] == '\n' || head[at] == 0) break;
        name[length] = (char)head[at];
    }
    name[length] = 0;
    while (end < file->count && head[end] != '\n') end++;
    if (head[end - 1] == '\r') return clinux_fault_return;
    return name[0] ? clinux_fault_none : clinux_fault_bare;
}

// What is wrong with what it holds, and whose program its interpreter or loader is.
static inline enum clinux_program_fault clinux_contents(
    const struct clinux_program_file *file, enum clinux_role *role, char *name) {
    const unsigned char *head = file->head;
    long count = file->count;
    if (count >= 2 && head[0] == '#' && head[1] == '!') {
        *role = *role == clinux_role_program ? clinux_role_interpreter : clinux_role_inner;
        return clinux_script(file, name);
    }
    if (count >= 4 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F') {
        *role = clinux_role_loader;
        if (count < 20) return clinux_fault_damaged;
        unsigned long machine = clinux_number(head + 18, 2);
#if defined(__x86_64__)
        int is_native = machine == 62 || machine == 3;
#else
        int is_native = machine == 183 || machine == 40;
#endif
        if (!is_native || head[5] != 1) return clinux_fault_foreign;
        if (count < (head[4] == 2 ? 64 : 52)) return clinux_fault_damaged;
        return head[4] == 2 ? clinux_segments(file, name) : clinux_fault_none;
    }
    for (long at = 0; at < count; at++) {
        if (head[at] == 0) return clinux_fault_foreign;
    }
    int is_marked = count >= 5 && head[0] == 0xef && head[1] == 0xbb && head[2] == 0xbf;
    return is_marked && head[3] == '#' && head[4] == '!' ? clinux_fault_mark : clinux_fault_line;
}

static inline enum clinux_program_fault clinux_fault_of_file(
    const struct clinux_program_file *file, enum clinux_role *role, char *name) {
    if (file->error) return file->error == ELOOP ? clinux_fault_circle : clinux_fault_none;
    switch (file->mode & S_IFMT) {
    case S_IFREG: break;
    case S_IFDIR: return clinux_fault_directory;
    case S_IFIFO: return clinux_fault_pipe;
    case S_IFSOCK: return clinux_fault_socket;
    default: return clinux_fault_device;
    }
    if (!(file->mode & 0111)) return clinux_fault_mode;
    if (file->is_denied) return clinux_fault_denied;
    if (file->is_on_noexec) return clinux_fault_mount;
    return file->count < 0 ? clinux_fault_none : clinux_contents(file, role, name);
}

// What is wrong with a file in its role. Where nothing is, `name`, if it is not empty, is what to look at next, in the role
// that is set; there is room for clinux_interpreter_bytes. A program that is not there has no fault.
static inline enum clinux_program_fault clinux_judge(
    const struct clinux_program_file *file, enum clinux_role *role, char *name) {
    enum clinux_role now = *role;
    int is_missing = file->error == ENOENT || file->error == ENOTDIR;
    name[0] = 0;
    if (now == clinux_role_loader) return is_missing ? clinux_fault_loader : clinux_fault_none;
    if (is_missing && now != clinux_role_program)
        return now == clinux_role_inner ? clinux_fault_inner : clinux_fault_interpreter;
    enum clinux_program_fault fault = clinux_fault_of_file(file, role, name);
    if (now == clinux_role_program || fault == clinux_fault_none) return fault;
    return fault == clinux_fault_directory ? clinux_fault_folder : clinux_fault_unfit;
}
#endif
