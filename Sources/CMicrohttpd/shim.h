#pragma once
#include <microhttpd.h>

// What a content reader says at the end of its content, or to break off; the macros' casts keep Swift from importing them.
static const ssize_t shim_stream_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t shim_stream_broken = MHD_CONTENT_READER_END_WITH_ERROR;

// MHD_set_connection_option is variadic as well. Seconds without anything moving; 0 is for ever.
static inline enum MHD_Result shim_set_timeout(struct MHD_Connection *connection, unsigned int seconds) {
  return MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

// MHD_set_response_options is variadic as well. No chunks, and the connection ends with the response.
static inline enum MHD_Result shim_set_unchunked(struct MHD_Response *response) {
  return MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

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
