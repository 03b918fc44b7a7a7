// libcurl, which the process loads once it needs it: no program is linked with it, as it brings thirty
// libraries along.
#pragma once

#ifdef __swift__
// Otherwise the system's types that curl.h brings along would be this module's, not Glibc's.
#pragma clang module import SwiftGlibc
#endif
#include <curl/curl.h>

#define SLIPWAY_CURL_FUNCTIONS(each)                                                                \
    each(global_init) each(version_info) each(easy_init) each(easy_cleanup) each(easy_setopt)       \
    each(easy_getinfo) each(easy_strerror) each(slist_append) each(slist_free_all)                  \
    each(multi_init) each(multi_cleanup) each(multi_setopt) each(multi_add_handle)                  \
    each(multi_remove_handle) each(multi_socket_action) each(multi_info_read)
#define SLIPWAY_CURL_FUNCTION(name) __typeof__(curl_##name) *_Nonnull name;

/// Its functions, without the prefix; never changed once they are loaded.
struct slipway_curl {
    SLIPWAY_CURL_FUNCTIONS(SLIPWAY_CURL_FUNCTION)
};
extern struct slipway_curl curl __attribute__((swift_attr("nonisolated(unsafe)")));

/// Loads the library of this name, and prepares it for all threads. Blocks for some milliseconds; one
/// call at a time. Returns NULL, or why it cannot be used, which is valid until the next call.
const char *_Nullable slipway_curl_load(const char *_Nonnull name);

// Functions that Swift cannot call, as their arguments vary.

/// A transfer whose parts of an answer, sockets, and beginnings of TLS come by way of functions that get
/// `context`; NULL without memory. `words` has CURL_ERROR_SIZE bytes, and gets what went wrong.
CURL *_Nullable slipway_curl_begin(curl_write_callback _Nonnull head,
                                   curl_write_callback _Nonnull body,
                                   curl_opensocket_callback _Nonnull open,
                                   curl_ssl_ctx_callback _Nonnull tls,
                                   char *_Nonnull words, void *_Nonnull context);
CURLcode slipway_curl_set_number(CURL *_Nonnull transfer, CURLoption option, long value);
/// A text is copied, as is a blob that says so; a list is not, and has to outlive the transfer.
CURLcode slipway_curl_set_pointer(CURL *_Nonnull transfer, CURLoption option,
                                  const void *_Nullable value);
/// 0 if there is no such number.
long slipway_curl_number(CURL *_Nonnull transfer, CURLINFO info);

/// The certificates that this machine trusts. Blocks: libcurl would read them for each connection, in
/// 40 ms. NULL if they cannot be read so: then libcurl reads them.
void *_Nullable slipway_curl_read_trust(void);
void slipway_curl_free_trust(void *_Nonnull trust);
/// The file that they are in; NULL if libcurl knows none.
const char *_Nullable slipway_curl_trust_file(void);

/// A certificate of a server's chain that was refused; valid during the call that has it.
struct slipway_curl_refusal {
    /// X509_V_ERR_… of OpenSSL.
    int reason;
    /// 0 is the server's own, 1 that of its issuer.
    int depth;
    const char *_Nonnull subject, *_Nonnull issuer;
    /// The times between which it is valid, as `2026-01-31 12:00 UTC`.
    const char *_Nonnull from, *_Nonnull until;
};
/// Without a refusal: the server asks for a certificate of ours. The transfer that began the connection
/// may have ended before; its pointer only says which one it was.
typedef void (*slipway_curl_tls_note)(void *_Nonnull transfer,
                                      const struct slipway_curl_refusal *_Nullable refusal);
/// For the function that gets the beginning of TLS: sets certificates to check with, unless NULL, and
/// the function that hears of refusals.
void slipway_curl_begin_tls(void *_Nonnull tls, void *_Nullable trust,
                            slipway_curl_tls_note _Nonnull note, void *_Nonnull transfer);
/// The server's certificate as lines `NAME:VALUE`, if the handshake got so far and CURLOPT_CERTINFO was
/// set; valid as long as the transfer.
const struct curl_slist *_Nullable slipway_curl_server_certificate(CURL *_Nonnull transfer);

/// Transfers on an event loop, with their connections; NULL without memory.
CURLM *_Nullable slipway_curl_multi_begin(curl_socket_callback _Nonnull watch,
                                          curl_multi_timer_callback _Nonnull wake,
                                          void *_Nonnull context);
/// The next transfer that has ended, and how; NULL if there is none.
CURL *_Nullable slipway_curl_multi_next(CURLM *_Nonnull multi, CURLcode *_Nonnull code);

// libcurl decodes a compressed body, and takes one that ends in the middle for whole: so that is done here, with the
// zlib that it brings along.

/// 0 where libcurl brings none along.
int slipway_inflate_is_there(void);
/// A decoder of gzip and zlib, or of deflate without any frame; NULL without memory or zlib.
void *_Nullable slipway_inflate_begin(int is_raw);
/// Decodes what there is room for, and moves on in the input. Returns 1 at the end of the compressed data, -1 if it is
/// damaged, -2 without memory, and 0 otherwise.
int slipway_inflate(void *_Nonnull inflater, const void *_Nullable *_Nonnull input,
                    size_t *_Nonnull count, void *_Nonnull output, size_t *_Nonnull room);
/// Begins anew, as of gzip several parts may follow one another.
void slipway_inflate_again(void *_Nonnull inflater);
void slipway_inflate_end(void *_Nonnull inflater);
