internal import CCurl
internal import Slipway
internal import SlipwaySystem

/// libcurl, and the certificates that this machine trusts: each is there once a request needs it.
final class CurlLibrary: Sendable {
    /// The instance that all clients share: a process loads a library once.
    static let shared = CurlLibrary()

    /// Loads libcurl, which takes some milliseconds: the functions of ``CCurl`` can be called then.
    let functions: SharedWork<Void>
    /// The certificates, once there are ``functions``: some tens of milliseconds.
    ///
    /// The certificates are read again after an hour, as the machine's may have been renewed.
    let trust = SharedWork(life: .seconds(3600)) { .success(CurlTrust()) }

    /// - Parameter name: The library's name for the dynamic linker.
    init(name: String = "libcurl.so.4") {
        functions = SharedWork {
            guard let fault = slipway_curl_load(name) else { return .success(()) }
            let words = String(cString: fault)
            return .failure(FreeDescriptors.shortage.map { .shortage($0) } ?? .library(words))
        }
    }
}

/// The certificates that this machine trusts.
///
/// libcurl itself would read them for each connection, on the loop.
final class CurlTrust: Sendable {
    // OpenSSL locks the certificates itself.
    nonisolated(unsafe) private let certificates = slipway_curl_read_trust()  // Never changed.

    /// Reads the certificates; ``CurlLibrary/functions`` come first.
    init() {}

    deinit { if let certificates { slipway_curl_free_trust(certificates) } }

    /// Lends the certificates to `body`; `nil` if they could not be read: then libcurl has to read
    /// them.
    func use<Result>(_ body: (UnsafeMutableRawPointer?) -> Result) -> Result {
        withExtendedLifetime(self) { body(certificates) }
    }
}

/// HTTP cannot be used now.
enum HTTPStartError: Error, Hashable {
    case shortage(ErrorNumber)
    /// The library cannot be loaded, in the words of the dynamic linker.
    case library(String)
    /// The library takes no request: it is too old, or there is no memory.
    case unprepared
}

extension HTTPStartError: CustomStringConvertible {
    var description: String {
        switch self {
        case .shortage(let reason): "cannot start HTTP: \(reason)"
        case .library(let reason):
            "cannot start HTTP: \(reason); install the package 'libcurl4'"
        case .unprepared:
            "cannot start HTTP: libcurl takes no request; it has to be 7.87 or later"
        }
    }
}
