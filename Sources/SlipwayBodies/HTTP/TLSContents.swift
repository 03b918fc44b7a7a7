internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The paths of the files of `tls`.
struct TLSFiles: Hashable, Sendable {
    var ca: String?
    var certificate: String?
    /// The key; `nil` if it is in the file of the certificate.
    var key: String?

    init(_ specification: TLSSpecification, _ values: TemplateValues) throws(TemplateError) {
        ca = try specification.ca?.render(values)
        certificate = try specification.certificate?.render(values)
        key = try specification.key?.render(values)
    }
}

/// The files of `tls`, in PEM form.
struct TLSContents: Sendable {
    /// The most bytes of a file: all authorities of a machine have a fifth of it.
    static let limit = 1 << 20

    let ca: [UInt8]?
    let certificate: [UInt8]?
    /// The key; `nil` if it is in the file of the certificate.
    let key: [UInt8]?

    /// Reads the files; blocks.
    init(of files: TLSFiles) throws(TLSFileFault) {
        let beginning = "-----BEGIN "
        let certificates = ["\(beginning)CERTIFICATE-----", "\(beginning)TRUSTED CERTIFICATE-----"]
        ca = try files.ca.map { path throws(TLSFileFault) in
            try Self.content(of: path, with: certificates, "certificate")
        }
        guard let path = files.certificate else {
            (certificate, key) = (nil, nil)
            return
        }
        let content = try Self.content(of: path, with: certificates, "certificate")
        certificate = content
        key = try files.key.map { path throws(TLSFileFault) in try Self.content(of: path) }
        let place = files.key ?? path
        let text = key ?? content
        guard Self.has("PRIVATE KEY-----", in: text) else { throw .lacks("private key", place) }
        guard !Self.has("\(beginning)ENCRYPTED PRIVATE", in: text),
            !Self.has("Proc-Type: 4,ENCRYPTED", in: text)
        else { throw .encrypted(place) }
    }

    /// The content of a file, which has to have one of several texts in it.
    private static func content(
        of path: String,
        with texts: [String] = [],
        _ noun: String = ""
    ) throws(TLSFileFault) -> [UInt8] {
        guard path.hasPrefix("/") else { throw .relative(path) }
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.bytes(of: path, limit: limit)
        } catch {
            throw .notRead(path, error)
        }
        guard texts.isEmpty || texts.contains(where: { has($0, in: bytes) }) else {
            throw .lacks(noun, path)
        }
        return bytes
    }

    private static func has(_ text: String, in bytes: [UInt8]) -> Bool {
        let text = Array(text.utf8)
        var rest = bytes[...]
        while let start = rest.firstIndex(of: text[0]) {
            rest = rest[start...]
            if rest.starts(with: text) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}

/// Why a file of `tls` cannot be used.
enum TLSFileFault: Error, Hashable {
    case relative(String)
    case notRead(String, SmallFile.Failure)
    /// The file has nothing of this kind.
    case lacks(String, String)
    case encrypted(String)

    /// There was no descriptor or no memory to read it.
    var isShortage: Bool {
        if case .notRead(_, .notRead(let number)) = self { number.isShortage } else { false }
    }
}

extension TLSFileFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .relative(let path): "the path '\(path)' is relative; give an absolute one"
        case .notRead(let path, .notRead(let number)): "cannot read '\(path)': \(number)"
        case .notRead(let path, .notRegular): "cannot read '\(path)': it is no regular file"
        case .notRead(let path, .tooLong):
            "cannot read '\(path)': it has more than \(TLSContents.limit) bytes"
        case .lacks(let noun, let path):
            "'\(path)' has no \(noun) in PEM form, which is text with '-----BEGIN …-----'"
        case .encrypted(let path):
            "the key in '\(path)' has a passphrase, which nobody is there to enter; have a credential "
                + "(LoadCredentialEncrypted=) keep one without"
        }
    }
}

extension SharedHTTPClient {
    /// Reads the files of `tls` on a thread of its own, as their file system may be silent.
    ///
    /// - Throws: ``RequestFailure``.
    func contents(of files: TLSFiles?, in time: TryTime) async throws -> TLSContents? {
        guard let files else { return nil }
        return try await wait(in: time) { answer in
            let end: @Sendable (Result<TLSContents, any Error>) -> Void = {
                answer.resolve(.answered($0))
            }
            do throws(Thread.Refusal) {
                try Thread("slipway-file", blocking: .full) {
                    do throws(TLSFileFault) {
                        end(.success(try TLSContents(of: files)))
                    } catch {
                        end(
                            .failure(
                                RequestFailure.reason("\(error)", isShortage: error.isShortage)
                            )
                        )
                    }
                }
            } catch {
                let words = "cannot read the files of tls: \(error)"
                let isShortage = ErrorNumber(error.code).isShortage
                end(.failure(RequestFailure.reason(words, isShortage: isShortage)))
            }
        } givingUp: {
            .connecting
        }
    }
}
