#pragma once
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// gnutls_free is a variable, which Swift can't know to be left alone by other threads.
static inline void shim_free(void *memory) {
  gnutls_free(memory);
}
