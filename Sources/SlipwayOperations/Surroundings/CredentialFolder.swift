internal import Glibc
internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem

/// The folder with the credentials of the daemon's unit, one file each.
///
/// systemd makes it for `LoadCredential=`, `SetCredential=` and their like when the unit starts, and
/// leaves it as it is until the unit stops.
package struct CredentialFolder: Sendable {
    /// The most bytes of a credential: a variable of 128 KiB is the longest that Linux passes on, and
    /// servers refuse longer headers.
    static let limit = 64 << 10

    /// The path of the folder; `nil` if the unit has no credentials, or there is no unit.
    private let path: String?

    /// The folder that `$CREDENTIALS_DIRECTORY` names.
    package init(in environment: [String: String]) {
        path = environment["CREDENTIALS_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The text of a credential, without the newline at its end, which an editor or `echo` adds; blocks.
    func text(of name: String) throws(CredentialFault) -> String {
        guard let path else { throw .absent(name, nearest: nil) }
        var bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.bytes(of: "\(path)/\(name)", limit: Self.limit)
        } catch {
            switch error {
            case .notRead(ErrorNumber(ENOENT)), .notRead(ErrorNumber(ENOTDIR)):
                throw .absent(name, nearest: NearestName.of(name, among: names))
            case .notRead(let number): throw .notRead(name, number)
            case .notRegular: throw .notRead(name, ErrorNumber(EINVAL))
            case .tooLong: throw .tooLong(name)
            }
        }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unusable(name, "is no UTF-8")
        }
        guard !bytes.contains(0) else { throw .unusable(name, "has a NUL character") }
        return text
    }

    /// Tells whether there is a credential of that name; blocks.
    func has(_ name: String) -> Bool {
        var status = stat()
        return path.map { stat("\($0)/\(name)", &status) == 0 } ?? false
    }

    /// The names of all credentials, of which one may be meant; none if they cannot be listed.
    private var names: [String] {
        guard let path, let entries = try? FolderEntry.all(in: path) else { return [] }
        return entries.map(\.name).filter(Naming.isCredential).sorted()
    }
}

/// Why a credential cannot be filled in; its content is in no message.
enum CredentialFault: Error, Hashable {
    /// There is no credential of that name; `nearest` is the likeliest of those that are there.
    case absent(String, nearest: String?)
    case notRead(String, ErrorNumber)
    case tooLong(String)
    /// The content cannot be filled in anywhere.
    case unusable(String, String)
    /// The content cannot be in a header.
    case noHeader(String)
}

extension CredentialFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .absent(let name, let nearest):
            "'\(name)' is no credential of the service; "
                + (nearest.map { "did you mean '\(Quoting.shown($0))'? Otherwise " } ?? "")
                + "add LoadCredential=\(name):/PATH to its unit"
        case .notRead(let name, let number): "cannot read the credential '\(name)': \(number)"
        case .tooLong(let name):
            "the credential '\(name)' has more than \(CredentialFolder.limit) bytes, which no header "
                + "and no variable could hold; have a program read the file itself, in "
                + "$CREDENTIALS_DIRECTORY"
        case .unusable(let name, let reason):
            "the credential '\(name)' \(reason), which no header and no variable can have; have a "
                + "program read the file itself, in $CREDENTIALS_DIRECTORY"
        case .noHeader(let name):
            "the credential '\(name)' has a line break or another control character; a header is one line"
        }
    }
}
