/// The use of a text with references, which decides whether a credential may be in it.
enum TextUse {
    /// Only the receiver of the text reads it.
    case hidden
    /// Only the receiver of the text reads it, and it is one line.
    case header
    case argument, address, path, condition
    /// The context of flags, to which stored flags belong.
    case context
    /// The path of a file that is read.
    case file

    /// The places for a credential.
    static let placesOfCredentials =
        "a credential may be in environment and stdin of exec, headers and body of http, and content of "
        + "write"

    /// Why a credential cannot be in such a text, and where it can be; `nil` if it can.
    var refusal: String? {
        let reason: String
        switch self {
        case .hidden, .header: return nil
        case .argument: reason = "everybody on the machine can read the arguments of a process"
        case .address: reason = "messages and the logs of servers show addresses"
        case .file:
            return "is the text of the credential; the path of its file is "
                + "${env.CREDENTIALS_DIRECTORY}/NAME"
        case .path: reason = "messages show paths, and others can list them"
        case .context:
            reason = "kept flags belong to their context, and no part of a secret is kept"
        case .condition: reason = "whoever can ask is shown what a condition asks"
        }
        return "\(reason); \(Self.placesOfCredentials)"
    }
}
