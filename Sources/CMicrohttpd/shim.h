#pragma once
#include <linux/filter.h>
#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>

// MHD_get_daemon_info and MHD_get_connection_info are variadic, which Swift does not import; the answers of both are
// unions whose member depends on the question. -1 or NULL where libmicrohttpd does not know.

static inline int shim_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int shim_connection_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline size_t shim_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

static inline void *shim_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

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

// Swift's Glibc module has no <linux/filter.h> either. A socket filter that lets no packet through: on a listening
// socket no further handshake begins or ends, and what is in its accept queue stays. -1 with errno set on failure.
static inline int shim_let_nothing_in(int listening_socket) {
  struct sock_filter nothing = BPF_STMT(BPF_RET | BPF_K, 0);
  struct sock_fprog program = {.len = 1, .filter = &nothing};
  return setsockopt(listening_socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}
