// What the server is measured against: libmicrohttpd alone, driven as the server drives it, with an answer that is
// always the same. What a request costs here no server on libmicrohttpd can save.
//
// ceiling [port]: listens on 127.0.0.1, on any free port without one, and says so in the server's words.

#include <arpa/inet.h>
#include <microhttpd.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As the server sets it: libmicrohttpd clears this much for each request.
enum { connection_memory_bytes = 16 * 1024, inactivity_seconds = 30 };

// As long as the mean of a first tap's answer and of a double tap's, which alternate.
static const char answer[] =
    "{\"revision\":123456,\"type\":\"tap\",\"tab\":\"games\",\"previousTab\":\"games\",\"selectedTab\":\"games\","
    "\"reselected\":true,\"doubleTap\":true,\"intervalMs\":1000,\"clock\":\"client\",\"directive\":{\"action\":"
    "\"scrollToTop\",\"tab\":\"games\"},\"reason\":\"doubleTap\"}";

// As many fields as the server's; Date and Content-Length are libmicrohttpd's.
static const char *const fields[][2] = {
    {"Content-Type", "application/json"},
    {"ETag", "\"z3yc7lbj-123456\""},
    {"X-Content-Type-Options", "nosniff"},
    {"Cache-Control", "no-store"},
    {"X-Request-Id", "2a7qi24335hqb-123456"},
};

static enum MHD_Result respond(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *data, size_t *size, void **exchange) {
  (void)url, (void)method, (void)version, (void)data;
  if (*exchange == NULL) {
    // The head has come; anything but NULL says so from here on.
    *exchange = context;
    return MHD_YES;
  }
  if (*size > 0) {
    *size = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, context);
}

static void fail(const char *call) {
  perror(call);
  exit(1);
}

int main(int count, char **arguments) {
  struct sockaddr_in address = {
      .sin_family = AF_INET,
      .sin_port = htons(count > 1 ? (uint16_t)strtoul(arguments[1], NULL, 10) : 0),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
  struct MHD_Response *response =
      MHD_create_response_from_buffer(strlen(answer), (void *)answer, MHD_RESPMEM_PERSISTENT);
  if (response == NULL) fail("MHD_create_response_from_buffer");
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (MHD_add_response_header(response, fields[i][0], fields[i][1]) != MHD_YES) fail("MHD_add_response_header");

  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL, 0, NULL, NULL, respond, response, MHD_OPTION_SOCK_ADDR, &address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)connection_memory_bytes, MHD_OPTION_CONNECTION_TIMEOUT,
      (unsigned)inactivity_seconds, MHD_OPTION_END);
  if (daemon == NULL) fail("MHD_start_daemon");
  printf("ceiling: listening on http://127.0.0.1:%d\n",
         (int)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);

  struct pollfd awaited = {
      .fd = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd,
      .events = POLLIN,
  };
  for (;;) {
    MHD_UNSIGNED_LONG_LONG milliseconds;
    MHD_run(daemon);
    poll(&awaited, 1, MHD_get_timeout(daemon, &milliseconds) == MHD_YES ? (int)milliseconds : -1);
  }
}
