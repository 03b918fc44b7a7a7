/// The use of a text with references, which decides whether a credential may be in it.
enum TextUse {
    /// Only its receiver reads it.
    case hidden
    /// The same, and one line.
    case header
    case argument, address, path, condition
    /// A part of what kept flags belong to.
    case context
    /// The path of a file that is read.
    case file

    /// The places for a credential.
    static let placesOfCredentials =
        "a credential may be in environment and stdin of exec, headers and body of http, and content of "
        + "write"

    /// Why a credential cannot be in it, and where it can; `nil` if it can.
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
