internal import Slipway
internal import SlipwaySystem

/// Something about the content of a credential that is likely to be meant otherwise; no message has the content.
enum CredentialDoubt: Hashable {
    case empty
    /// The content is too short to be hidden.
    case short(Int)
    /// The content ends with the carriage return of a line as Windows ends it.
    case carriageReturn

    /// Looks at the content of a credential; `nil` if there is no doubt.
    init?(_ text: String) {
        switch text.utf8.count {
        case 0: self = .empty
        case _ where text.utf8.last == UInt8(ascii: "\r"): self = .carriageReturn
        case let count where count < Redaction.shortest: self = .short(count)
        default: return nil
        }
    }
}

extension CredentialDoubt: CustomStringConvertible {
    var description: String {
        switch self {
        case .empty: "is empty; write the secret into its file"
        case .short(let count):
            "has only \(counted(count, "byte")), too few to be hidden in what programs and servers "
                + "say; use one of at least \(Redaction.shortest) bytes"
        case .carriageReturn:
            "has a carriage return at its end, which is a part of it; write its file with the line ends of Unix"
        }
    }
}
