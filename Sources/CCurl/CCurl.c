// Its macros check types, and would take the names of the functions.
#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include <dlfcn.h>

struct slipway_curl curl;

// Of OpenSSL, which libcurl brings along; NULL where it brings another library.
static struct {
    void *(*X509_STORE_new)(void);
    void (*X509_STORE_free)(void *);
    int (*X509_STORE_load_locations)(void *, const char *, const char *);
    void (*SSL_CTX_set1_cert_store)(void *, void *);
} openssl;

const char *slipway_curl_load(const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define FIND(name)                                                                                  \
    if (!(curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name))) return dlerror();
    SLIPWAY_CURL_FUNCTIONS(FIND)
#define FIND_TLS(name) openssl.name = (__typeof__(openssl.name))dlsym(library, #name)
    FIND_TLS(X509_STORE_new);
    FIND_TLS(X509_STORE_free);
    FIND_TLS(X509_STORE_load_locations);
    FIND_TLS(SSL_CTX_set1_cert_store);
    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK ? NULL : curl.easy_strerror(code);
}

CURL *slipway_curl_begin(curl_write_callback head, curl_write_callback body,
                         curl_opensocket_callback open, char *words, void *context) {
    CURL *transfer = curl.easy_init();
    if (!transfer) return NULL;
    curl.easy_setopt(transfer, CURLOPT_ERRORBUFFER, words);
    curl.easy_setopt(transfer, CURLOPT_HEADERFUNCTION, head);
    curl.easy_setopt(transfer, CURLOPT_HEADERDATA, context);
    curl.easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
    curl.easy_setopt(transfer, CURLOPT_WRITEDATA, context);
    curl.easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, open);
    curl.easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, context);
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
    if (!openssl.X509_STORE_new || !openssl.X509_STORE_free ||
        !openssl.X509_STORE_load_locations || !openssl.SSL_CTX_set1_cert_store)
        return NULL;
    curl_version_info_data *version = curl.version_info(CURLVERSION_NOW);
    void *trust = openssl.X509_STORE_new();
    if (!trust) return NULL;
    if (openssl.X509_STORE_load_locations(trust, version->cainfo, version->capath)) return trust;
    openssl.X509_STORE_free(trust);
    return NULL;
}

static CURLcode use_trust(CURL *transfer, void *context, void *trust) {
    (void)transfer;
    openssl.SSL_CTX_set1_cert_store(context, trust);
    return CURLE_OK;
}

void slipway_curl_set_trust(CURL *transfer, void *trust) {
    curl.easy_setopt(transfer, CURLOPT_CAINFO, NULL);
    curl.easy_setopt(transfer, CURLOPT_CAPATH, NULL);
    curl.easy_setopt(transfer, CURLOPT_PROXY_CAINFO, NULL);
    curl.easy_setopt(transfer, CURLOPT_PROXY_CAPATH, NULL);
    curl.easy_setopt(transfer, CURLOPT_SSL_CTX_FUNCTION, use_trust);
    curl.easy_setopt(transfer, CURLOPT_SSL_CTX_DATA, trust);
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
