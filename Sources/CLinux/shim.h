#pragma once
#include <linux/filter.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>

// Swift's Glibc module has no <sys/eventfd.h>. -1 with errno set where there are no more descriptors.
static inline int shim_eventfd(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

// pthread_setname_np is a GNU extension, which Swift's Glibc module leaves out; the call beneath it is variadic.
static inline int shim_name_this_thread(const char *name) {
  return prctl(PR_SET_NAME, name);
}

// poll(2) has POLLRDHUP only for those who define _GNU_SOURCE, which Swift's Glibc module does not; it is the same bit.
static const short shim_poll_read_hang_up = EPOLLRDHUP;

// How many bytes have come on a TCP connection, 0 where that is not known: <netinet/tcp.h> has the beginning of the
// kernel's struct only, and <linux/tcp.h> can't be had together with it (tcp(7), TCP_INFO).
static inline unsigned long long shim_bytes_received(int connection) {
  struct {
    unsigned char states[8];
    unsigned int numbers[24];
    unsigned long long pacing_rate, max_pacing_rate, bytes_acked, bytes_received;
  } info = {.bytes_received = 0};
  socklen_t size = sizeof info;
  return getsockopt(connection, IPPROTO_TCP, 11 /* TCP_INFO */, &info, &size) == 0 ? info.bytes_received : 0;
}

// Swift's Glibc module has no <linux/filter.h> either. A socket filter that drops packets with the SYN flag: on a
// listening socket no further handshake begins, and those that have begun come to their end. -1 with errno set on
// failure.
static inline int shim_let_no_more_in(int listening_socket) {
  struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 13),            // the flags of the TCP header (RFC 9293, section 3.1)
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x02, 0, 1),  // SYN
    BPF_STMT(BPF_RET | BPF_K, 0),
    BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return setsockopt(listening_socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}
