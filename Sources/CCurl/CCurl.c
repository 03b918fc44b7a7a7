// Its macros check types, and would take the names of the functions.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

struct slipway_curl curl;

// Of OpenSSL, which libcurl brings along; NULL where it brings another library.
static struct {
    void *(*X509_STORE_new)(void);
    void (*X509_STORE_free)(void *);
    int (*X509_STORE_load_locations)(void *, const char *, const char *);
    void (*SSL_CTX_set1_cert_store)(void *, void *);
    void (*SSL_CTX_set_cert_verify_callback)(void *, int (*)(void *, void *), void *);
    void (*SSL_CTX_set_cert_cb)(void *, int (*)(void *, void *), void *);
    int (*X509_verify_cert)(void *);
    int (*X509_STORE_CTX_get_error)(void *);
    int (*X509_STORE_CTX_get_error_depth)(void *);
    void *(*X509_STORE_CTX_get_current_cert)(void *);
    void *(*X509_get_subject_name)(void *);
    void *(*X509_get_issuer_name)(void *);
    char *(*X509_NAME_oneline)(void *, char *, int);
    void *(*X509_get0_notBefore)(void *);
    void *(*X509_get0_notAfter)(void *);
    int (*ASN1_TIME_to_tm)(void *, struct tm *);
    /// It has all of these.
    int is_whole;
} openssl;

/// The stream of zlib, which libcurl brings along: its header is of another package.
struct stream {
    const unsigned char *next_in;
    unsigned avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state, *zalloc, *zfree, *opaque;
    int data_type;
    unsigned long adler, reserved;
};

static struct {
    int (*inflateInit2_)(struct stream *, int, const char *, int);
    int (*inflate)(struct stream *, int);
    int (*inflateReset)(struct stream *);
    int (*inflateEnd)(struct stream *);
    int is_whole;
} zlib;

const char *slipway_curl_load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define FIND(name)                                                                                  \
    if (!(curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))) return dlerror();
    SLIPWAY_CURL_FUNCTIONS(FIND)
    openssl.is_whole = 1;
#define FIND_TLS(name)                                                                              \
    if (!(openssl.name = (__typeof__(openssl.name))dlsym(library, #name))) openssl.is_whole = 0;
    FIND_TLS(X509_STORE_new)
    FIND_TLS(X509_STORE_free)
    FIND_TLS(X509_STORE_load_locations)
    FIND_TLS(SSL_CTX_set1_cert_store)
    FIND_TLS(SSL_CTX_set_cert_verify_callback)
    FIND_TLS(SSL_CTX_set_cert_cb)
    FIND_TLS(X509_verify_cert)
    FIND_TLS(X509_STORE_CTX_get_error)
    FIND_TLS(X509_STORE_CTX_get_error_depth)
    FIND_TLS(X509_STORE_CTX_get_current_cert)
    FIND_TLS(X509_get_subject_name)
    FIND_TLS(X509_get_issuer_name)
    FIND_TLS(X509_NAME_oneline)
    FIND_TLS(X509_get0_notBefore)
    FIND_TLS(X509_get0_notAfter)
    FIND_TLS(ASN1_TIME_to_tm)
    zlib.is_whole = 1;
#define FIND_ZLIB(name)                                                                             \
    if (!(zlib.name = (__typeof__(zlib.name))dlsym(library, #name))) zlib.is_whole = 0;
    FIND_ZLIB(inflateInit2_)
    FIND_ZLIB(inflate)
    FIND_ZLIB(inflateReset)
    FIND_ZLIB(inflateEnd)
    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK ? NULL : curl.easy_strerror(code);
}

CURL *slipway_curl_begin(curl_write_callback head, curl_write_callback body,
                         curl_opensocket_callback open, curl_ssl_ctx_callback tls,
                         char *words, void *context) {
    CURL *transfer = curl.easy_init();
    if (!transfer) return NULL;
    curl.easy_setopt(transfer, CURLOPT_ERRORBUFFER, words);
    curl.easy_setopt(transfer, CURLOPT_HEADERFUNCTION, head);
    curl.easy_setopt(transfer, CURLOPT_HEADERDATA, context);
    curl.easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
    curl.easy_setopt(transfer, CURLOPT_WRITEDATA, context);
    curl.easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, open);
    curl.easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, context);
    if (!openssl.is_whole) return transfer;
    curl.easy_setopt(transfer, CURLOPT_SSL_CTX_FUNCTION, tls);
    curl.easy_setopt(transfer, CURLOPT_SSL_CTX_DATA, context);
    return transfer;
}

CURLcode slipway_curl_set_number(CURL *transfer, CURLoption option, long value) {
    return curl.easy_setopt(transfer, option, value);
}

CURLcode slipway_curl_set_pointer(CURL *transfer, CURLoption option, const void *value) {
    return curl.easy_setopt(transfer, option, value);
}

long slipway_curl_number(CURL *transfer, CURLINFO info) {
    // Some numbers are a curl_off_t, which is as long as a long on every Linux of 64 bits.
    _Static_assert(sizeof(long) == sizeof(curl_off_t), "one type for both");
    long value = 0;
    curl.easy_getinfo(transfer, info, &value);
    return value;
}

void *slipway_curl_read_trust(void) {
    if (!openssl.is_whole) return NULL;
    curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
    void *trust = openssl.X509_STORE_new();
    if (!trust) return NULL;
    if (openssl.X509_STORE_load_locations(trust, version->cainfo, version->capath)) return trust;
    openssl.X509_STORE_free(trust);
    return NULL;
}

const char *slipway_curl_trust_file(void) { return curl.version_info(CURLVERSION_NOW)->cainfo; }

static slipway_curl_tls_note note_tls;

static void print_time(void *time, char *text, size_t size) {
    struct tm parts;
    if (openssl.ASN1_TIME_to_tm(time, &parts)) strftime(text, size, "%Y-%m-%d %H:%M UTC", &parts);
}

static int verify(void *chain, void *transfer) {
    int result = openssl.X509_verify_cert(chain);
    if (result > 0) return result;
    char subject[256] = "", issuer[256] = "", from[32] = "", until[32] = "";
    void *certificate = openssl.X509_STORE_CTX_get_current_cert(chain);
    if (certificate) {
        openssl.X509_NAME_oneline(openssl.X509_get_subject_name(certificate), subject, sizeof subject);
        openssl.X509_NAME_oneline(openssl.X509_get_issuer_name(certificate), issuer, sizeof issuer);
        print_time(openssl.X509_get0_notBefore(certificate), from, sizeof from);
        print_time(openssl.X509_get0_notAfter(certificate), until, sizeof until);
    }
    struct slipway_curl_refusal refusal = {
        openssl.X509_STORE_CTX_get_error(chain), openssl.X509_STORE_CTX_get_error_depth(chain),
        subject, issuer, from, until,
    };
    note_tls(transfer, &refusal);
    return result;
}

static int is_asked(void *connection, void *transfer) {
    (void)connection;
    note_tls(transfer, NULL);
    return 1;
}

void slipway_curl_begin_tls(void *tls, void *trust, slipway_curl_tls_note note, void *transfer) {
    note_tls = note;
    if (trust) openssl.SSL_CTX_set1_cert_store(tls, trust);
    openssl.SSL_CTX_set_cert_verify_callback(tls, verify, transfer);
    openssl.SSL_CTX_set_cert_cb(tls, is_asked, transfer);
}

const struct curl_slist *slipway_curl_server_certificate(CURL *transfer) {
    struct curl_certinfo *chain = NULL;
    curl.easy_getinfo(transfer, CURLINFO_CERTINFO, &chain);
    return chain && chain->num_of_certs > 0 ? chain->certinfo[0] : NULL;
}

void slipway_curl_free_trust(void *trust) { openssl.X509_STORE_free(trust); }

CURLM *slipway_curl_multi_begin(curl_socket_callback watch, curl_multi_timer_callback wake,
                                void *context) {
    CURLM *multi = curl.multi_init();
    if (!multi) return NULL;
    curl.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, watch);
    curl.multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, wake);
    curl.multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return multi;
}

CURL *slipway_curl_multi_next(CURLM *multi, CURLcode *code) {
    int waiting = 0;
    for (CURLMsg *message; (message = curl.multi_info_read(multi, &waiting));) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

int slipway_inflate_is_there(void) { return zlib.is_whole; }

void *slipway_inflate_begin(int is_raw) {
    if (!zlib.is_whole) return NULL;
    struct stream *stream = calloc(1, sizeof *stream);
    // The longest window; with 32 more, zlib finds out whether it is gzip's format or its own.
    int window = is_raw ? -15 : 15 + 32;
    if (stream && zlib.inflateInit2_(stream, window, "1", sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

int slipway_inflate(void *inflater, const void **input, size_t *count, void *output, size_t *room) {
    struct stream *stream = inflater;
    stream->next_in = *input;
    stream->avail_in = (unsigned)*count;
    stream->next_out = output;
    stream->avail_out = (unsigned)*room;
    int code = zlib.inflate(stream, 0);
    *input = stream->next_in;
    *count = stream->avail_in;
    *room = stream->avail_out;
    // Z_STREAM_END; Z_OK and Z_BUF_ERROR, which only says that it needs more; Z_MEM_ERROR.
    return code == 1 ? 1 : code == 0 || code == -5 ? 0 : code == -4 ? -2 : -1;
}

void slipway_inflate_again(void *inflater) { zlib.inflateReset(inflater); }

void slipway_inflate_end(void *inflater) {
    zlib.inflateEnd(inflater);
    free(inflater);
}
