// The bare program: starts the job at an instant or at an event, and does nothing it need not do.
//
//   begin timer|power|network JOB FIFO LOG CGROUP      (CGROUP: a directory of a cgroup v2 tree, or "-")
//
// It is told each start on its standard input, answers "armed", and "done" once the job has ended:
//   full NANOSECONDS    at that wall clock time (timer; any number for the others: at the next event that says
//                       "online", at the next default route), with a record made durable and a cgroup of the job's own
//   bare NANOSECONDS    the same without those two
#include "common.h"

#include <fcntl.h>
#include <libudev.h>
#include <linux/rtnetlink.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>

#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif

static const char *job, *fifo, *cgroup;
static int record_log, null_input;
static char run_cgroup[4096];

__attribute__((noreturn, noinline)) static void become_job(int input, int output) {
    char *const arguments[] = {(char *)job, (char *)fifo, NULL};
    char *const environment[] = {"PATH=/usr/bin:/bin", NULL};
    setsid();
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    syscall(SYS_close_range, 3U, ~0U, 0U);
    execve(job, arguments, environment);
    _exit(127);
}

// As vfork, but with a pidfd, and in a cgroup where `directory` is not negative.
__attribute__((noinline)) static int spawn(int directory, int input, int output) {
    int pidfd = -1;
    struct clone_args arguments = {
        .flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | (directory >= 0 ? CLONE_INTO_CGROUP : 0),
        .pidfd = (uint64_t)(uintptr_t)&pidfd,
        .exit_signal = SIGCHLD,
        .cgroup = directory >= 0 ? (uint64_t)directory : 0,
    };
    long pid;
    // In place: the child uses our stack while we wait, so the call must not return through a frame of libc.
#if defined(__x86_64__)
    __asm__ volatile("syscall" : "=a"(pid) : "a"((long)SYS_clone3), "D"(&arguments), "S"(sizeof arguments)
                     : "rcx", "r11", "memory");
#else
    register long x8 __asm__("x8") = SYS_clone3;
    register long x0 __asm__("x0") = (long)&arguments;
    register long x1 __asm__("x1") = sizeof arguments;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1) : "memory");
    pid = x0;
#endif
    if (pid == 0) become_job(input, output);
    if (pid < 0) errno = (int)-pid;
    must(pid, "clone3");
    return pidfd;
}

// Starts the job; the pidfd to wait for. `output` is our end of its pipe.
static int start(bool full, long number, int *output) {
    int directory = -1;
    if (full) {
        char record[512];
        memset(record, '.', sizeof record);
        must(write(record_log, record, sizeof record), "write");
        must(fdatasync(record_log), "fdatasync");
        if (strcmp(cgroup, "-") != 0) {
            snprintf(run_cgroup, sizeof run_cgroup, "%s/run-%ld", cgroup, number);
            must(mkdir(run_cgroup, 0755), run_cgroup);
            directory = (int)must(open(run_cgroup, O_RDONLY | O_DIRECTORY | O_CLOEXEC), run_cgroup);
        }
    }
    int ends[2];
    must(pipe2(ends, O_CLOEXEC), "pipe2");
    int pidfd = spawn(directory, null_input, ends[1]);
    close(ends[1]);
    *output = ends[0];
    if (directory >= 0) close(directory);
    return pidfd;
}

static void finish(int pidfd, int output) {
    siginfo_t end;
    must(waitid(P_PIDFD, (id_t)pidfd, &end, WEXITED), "waitid");
    close(pidfd);
    close(output);
    if (run_cgroup[0]) must(rmdir(run_cgroup), run_cgroup);
    run_cgroup[0] = 0;
}

static void watch(int queue, int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    must(epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event), "epoll_ctl");
}

static struct udev_monitor *monitor_power(void) {
    // Where no udevd runs, only the kernel's own messages come.
    const char *group = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel";
    struct udev_monitor *monitor = udev_monitor_new_from_netlink(udev_new(), group);
    if (!monitor) must(-1, "udev_monitor_new_from_netlink");
    udev_monitor_filter_add_match_subsystem_devtype(monitor, "power_supply", NULL);
    must(udev_monitor_enable_receiving(monitor), "udev_monitor_enable_receiving");
    return monitor;
}

static bool is_online(void) {
    char text = 0;
    int file = open("/sys/class/power_supply/AC/online", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool online = read(file, &text, 1) == 1 && text == '1';
    close(file);
    return online;
}

static int listen_to_routes(void) {
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_IPV4_ROUTE};
    int routes = (int)must(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE), "socket");
    must(bind(routes, (struct sockaddr *)&address, sizeof address), "bind");
    return routes;
}

// Whether a default route has come.
static bool take_route(int routes) {
    static char buffer[8192] __attribute__((aligned(NLMSG_ALIGNTO)));
    bool has_come = false;
    ssize_t count;
    while ((count = recv(routes, buffer, sizeof buffer, 0)) > 0) {
        int left = (int)count;
        for (struct nlmsghdr *message = (void *)buffer; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
            const struct rtmsg *route = NLMSG_DATA(message);
            has_come |= message->nlmsg_type == RTM_NEWROUTE && route->rtm_dst_len == 0;
        }
    }
    return has_come;
}

// Whether what we wait for has come.
static bool take_trigger(int timer, struct udev_monitor *monitor, int routes) {
    if (routes >= 0) return take_route(routes);
    if (!monitor) {
        uint64_t count;
        return read(timer, &count, sizeof count) == sizeof count;
    }
    struct udev_device *device;
    while ((device = udev_monitor_receive_device(monitor))) udev_device_unref(device);
    return is_online();
}

int main(int count, char **arguments) {
    if (count != 6) return 2;
    job = arguments[2];
    fifo = arguments[3];
    cgroup = arguments[5];
    record_log = (int)must(open(arguments[4], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600), arguments[4]);
    null_input = (int)must(open("/dev/null", O_RDONLY | O_CLOEXEC), "/dev/null");
    struct udev_monitor *monitor = strcmp(arguments[1], "power") == 0 ? monitor_power() : NULL;
    int timer = (int)must(timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK), "timerfd_create");
    int routes = strcmp(arguments[1], "network") == 0 ? listen_to_routes() : -1;
    int trigger = monitor ? udev_monitor_get_fd(monitor) : routes >= 0 ? routes : timer;
    int queue = (int)must(epoll_create1(EPOLL_CLOEXEC), "epoll_create1");
    watch(queue, 0);
    watch(queue, trigger);

    int pidfd = -1, output = -1;
    long number = 0;
    bool is_armed = false, is_full = false;
    for (;;) {
        struct epoll_event event;
        if (epoll_wait(queue, &event, 1, -1) < 0) continue;
        if (event.data.fd == 0) {
            char line[64] = {0};
            if (read(0, line, sizeof line - 1) <= 0) return 0;
            is_full = line[0] == 'f';
            is_armed = true;
            int64_t instant = strtoll(line + 4, NULL, 10);
            struct itimerspec setting = {.it_value = {instant / 1000000000, instant % 1000000000}};
            if (trigger == timer) must(timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL), "timerfd_settime");
            answer("armed\n");
        } else if (event.data.fd == trigger) {
            if (!take_trigger(timer, monitor, routes) || !is_armed) continue;
            is_armed = false;
            pidfd = start(is_full, ++number, &output);
            watch(queue, pidfd);
        } else {
            finish(pidfd, output);
            answer("done\n");
        }
    }
}
