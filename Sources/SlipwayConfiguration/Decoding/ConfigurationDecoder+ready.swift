internal import Slipway

extension ConfigurationDecoder {
    /// Reads `ready` of an `exec`; `nil` for `exit`.
    func ready(_ field: Field, besides output: Field?) -> ProgramSpecification.Ready? {
        guard execPlace == .operation else {
            let what =
                switch execPlace {
                case .operation, .action: "a launch action"
                case .stop: "stop"
                case .health: "a check"
                case .lastStep: "beforeGivingUp"
                }
            report(
                "is for operations; \(what) runs a program to its end: remove it",
                at: field.keyOrigin,
                field.path
            )
            return nil
        }
        let ready = ready(field)
        if ready != nil, let output, output.node.shown != "'none'" {
            report(
                "a program that stays gives no value; remove it, or write ready: exit",
                at: output.keyOrigin,
                output.path
            )
        }
        return ready
    }

    private func ready(_ field: Field) -> ProgramSpecification.Ready? {
        guard !field.isMapping else {
            return mapping(field, ProgramSpecification.Ready.self) ?? .started
        }
        let expected =
            "exit, started, notify, socket:PATH with an absolute path, or a mapping such as { tcp: HOST:PORT }"
        let prefix = "socket:"
        // A faulty `ready` counts as a program's, so that the keys beside it are still checked.
        guard let text = text(field, expected: expected) else { return .started }
        switch text {
        case "exit": return nil
        case "started": return .started
        case "notify": return .notify
        case _ where text.hasPrefix(prefix):
            let path = field.dropping(prefix)
            guard let template = template(path, .path, expected: expected) else { return .started }
            refuse(
                \.isForeign,
                in: template,
                path,
                "the path of a socket holds no value; write it, or ${env.NAME}"
            )
            let start = template.literalPrefix
            if template.segments.isEmpty || !(start.isEmpty || start.hasPrefix("/")) {
                reject(field, expected: expected)
            }
            checkLength(ofSocket: template, path)
            return .socket(template)
        default:
            if let here = ForeignWords.ready(text) {
                report(
                    "found \(field.node.shown); here that is \(here)",
                    at: field.node.origin,
                    field.path
                )
            } else {
                reject(field, expected: expected)
            }
            return .started
        }
    }
}

extension Field {
    /// The field without a prefix that its text has.
    func dropping(_ prefix: String) -> Field {
        guard case .scalar(var scalar) = node.content else { return self }
        var rest = self
        scalar.text = String(scalar.text.dropFirst(prefix.count))
        scalar.textOrigin = scalar.textOrigin.map {
            Origin(file: $0.file, line: $0.line, column: $0.column + prefix.count)
        }
        rest.node.content = .scalar(scalar)
        return rest
    }
}
