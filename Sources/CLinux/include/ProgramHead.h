// What the first bytes of a program say of who runs it. For bgrun-exec too, so without the C library.
#ifndef CLINUX_PROGRAM_HEAD_H
#define CLINUX_PROGRAM_HEAD_H

enum clinux_program {
    clinux_program_native,
    clinux_program_script, // it has a #! line
    clinux_program_text,   // it has none, and nothing that no text has
    clinux_program_foreign,
};

// Why a program was not executed, where its file tells more than an errno.
enum clinux_program_fault {
    clinux_fault_none,
    clinux_fault_directory,
    clinux_fault_mode,        // nobody may execute it
    clinux_fault_mount,       // nothing on its file system is executed
    clinux_fault_line,        // it has no #! line
    clinux_fault_foreign,     // it is for no machine like this one
    clinux_fault_interpreter, // what its #! line names is not there
    clinux_fault_loader,      // what its ELF header names is not there
};

enum { clinux_head_bytes = 4096, clinux_interpreter_bytes = 256 };

static inline unsigned long clinux_number(const unsigned char *bytes, int count) {
    unsigned long number = 0;
    while (count-- > 0) number = number << 8 | bytes[count];
    return number;
}

// What an ELF file of 64 bits names as its loader, where its header says so.
static inline void clinux_loader(const unsigned char *head, unsigned long count, char *name) {
    if (count < 64 || head[4] != 2) return;
    unsigned long table = clinux_number(head + 32, 8), size = clinux_number(head + 54, 2);
    unsigned long entries = clinux_number(head + 56, 2);
    for (unsigned long i = 0; i < entries; i++) {
        if (table > count || size < 56 || (count - table) / size < i + 1) return;
        const unsigned char *entry = head + table + i * size;
        if (clinux_number(entry, 4) != 3) continue;
        unsigned long start = clinux_number(entry + 8, 8), length = clinux_number(entry + 32, 8);
        if (start > count || length > count - start || length > clinux_interpreter_bytes) return;
        for (unsigned long at = 0; at < length; at++) name[at] = (char)head[start + at];
        if (length > 0) name[length - 1] = 0;
        return;
    }
}

// Its kind, and whose program its interpreter or loader is; an empty name where it has none. There is room for
// clinux_interpreter_bytes.
static inline enum clinux_program clinux_program_of(const unsigned char *head, long count, char *name) {
    name[0] = 0;
    if (count >= 2 && head[0] == '#' && head[1] == '!') {
        long at = 2, length = 0;
        while (at < count && (head[at] == ' ' || head[at] == '\t')) at++;
        for (; at < count && length < clinux_interpreter_bytes - 1; at++, length++) {
            if (head[at] == ' ' || head[at] == '\t' || head[at] == '\n' || head[at] == 0) break;
            name[length] = (char)head[at];
        }
        name[length] = 0;
        return clinux_program_script;
    }
    if (count >= 20 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F') {
        unsigned long machine = clinux_number(head + 18, 2);
#if defined(__x86_64__)
        int is_native = machine == 62 || machine == 3;
#else
        int is_native = machine == 183 || machine == 40;
#endif
        if (!is_native || head[5] != 1) return clinux_program_foreign;
        clinux_loader(head, (unsigned long)count, name);
        return clinux_program_native;
    }
    for (long at = 0; at < count; at++) {
        if (head[at] == 0) return clinux_program_foreign;
    }
    return clinux_program_text;
}
#endif
