internal import Slipway

/// Why the text between `${` and `}` is not a reference.
struct ReferenceFault: Error {
    let reason: String
}

extension ValueReference {
    private static let roots = ["operations", "payload", "env", "credential", "launch", "action"]
    private static let forms =
        "operations.NAME.value, payload.NAME, env.NAME, credential.NAME, launch.id or action.id"
    private static let credentialPrefix = "credential."

    /// Parses the text between `${` and `}`.
    init(parsing text: String) throws(ReferenceFault) {
        if text.hasPrefix(Self.credentialPrefix) {
            self = try Self.credential(String(text.dropFirst(Self.credentialPrefix.count)), text)
            return
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let root = parts.first, !root.isEmpty else {
            throw ReferenceFault(
                reason: "'${\(Quoting.shown(text))}' is empty; write \(Self.forms)"
            )
        }
        guard !parts.contains("") else {
            throw ReferenceFault(
                reason: "'${\(Quoting.shown(text))}' has nothing between two dots or at its end; "
                    + "complete it"
            )
        }
        switch root {
        case "operations": self = try Self.operation(parts, text)
        case "payload": self = .payload(path: Array(parts.dropFirst()))
        case "env": self = try Self.variable(parts, text)
        case "launch" where parts.dropFirst() == ["id"]: self = .launchID
        case "launch": throw Self.fault(text, "a launch has only ${launch.id}")
        case "action": self = try Self.action(parts, text)
        case "credential": throw Self.fault(text, "write ${credential.NAME}")
        default: throw Self.unknownRoot(root, text)
        }
    }

    private static func operation(
        _ parts: [String],
        _ text: String
    ) throws(ReferenceFault) -> ValueReference {
        if parts.count == 3, parts[2] == "age" { return .age(parts[1]) }
        guard parts.count >= 3, parts[2] == "value" else {
            throw fault(text, "write ${operations.NAME.value} or ${operations.NAME.value.KEY}")
        }
        return .operation(parts[1], path: Array(parts[3...]))
    }

    private static func variable(
        _ parts: [String],
        _ text: String
    ) throws(ReferenceFault) -> ValueReference {
        guard parts.count == 2, Naming.isVariable(parts[1]) else {
            throw fault(text, "write ${env.NAME}, a variable's name")
        }
        return .environment(parts[1])
    }

    private static func credential(
        _ name: String,
        _ text: String
    ) throws(ReferenceFault) -> ValueReference {
        guard Naming.isCredential(name) else {
            throw fault(
                text,
                "a credential has the name of a file: at most 255 characters of ASCII, no '/' and no ':'"
            )
        }
        return .credential(name)
    }

    private static func action(
        _ parts: [String],
        _ text: String
    ) throws(ReferenceFault) -> ValueReference {
        guard parts.count == 2, let part = ActionPart(rawValue: parts[1]) else {
            let forms = ActionPart.allCases.map { "${action.\($0.rawValue)}" }
            throw fault(text, "an action has only \(forms.joined(separator: ", "))")
        }
        return .action(part)
    }

    private static func unknownRoot(_ root: String, _ text: String) -> ReferenceFault {
        // Shells and Compose write a variable like that.
        if root == text, Naming.isVariable(text), text == text.uppercased() {
            return fault(text, "write ${env.\(Quoting.shown(text))}, or '$${' for the text itself")
        }
        guard let nearest = NearestName.of(root, among: roots) else {
            return fault(text, "write \(forms), or '$${' for the text itself")
        }
        return fault(text, "did you mean '\(nearest)'?")
    }

    private static func fault(_ text: String, _ advice: String) -> ReferenceFault {
        ReferenceFault(reason: "'${\(Quoting.shown(text))}' refers to nothing; \(advice)")
    }
}

extension ValueReference: CustomStringConvertible {
    /// The reference as the file writes it, in quotes: `'${payload.url}'`.
    package var description: String { "'${\(Quoting.shown(text))}'" }

    /// The reference as the file writes it: `${payload.url}`.
    var source: String { "${\(text)}" }

    private var text: String {
        switch self {
        case .operation(let name, let path):
            (["operations", name, "value"] + path).joined(separator: ".")
        case .age(let name): "operations.\(name).age"
        case .payload(let path): (["payload"] + path).joined(separator: ".")
        case .environment(let name): "env.\(name)"
        case .credential(let name): "\(Self.credentialPrefix)\(name)"
        case .launchID: "launch.id"
        case .action(let part): "action.\(part.rawValue)"
        }
    }
}
