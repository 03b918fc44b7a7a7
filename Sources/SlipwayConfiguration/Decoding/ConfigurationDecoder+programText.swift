internal import Slipway
internal import SlipwayJSON

/// A payload is data: it must not become a part of a program, nor choose what one loads.
extension ConfigurationDecoder {
    /// Reports payloads in the text of a program (`sh -c`), and warns of those that could be options.
    func check(arguments fields: [Field], _ command: [Template]) {
        let text = ProgramText(in: command)
        for (index, (field, argument)) in zip(fields, command).enumerated().dropFirst() {
            let payload = references(of: argument, in: field).first { $0.reference.isPayload }
            guard let payload else { continue }
            if let text, text.index == index {
                report(
                    "\(payload.reference) becomes a part of a program, which a sender could change; pass "
                        + "it as an argument of its own behind the program's text: \(text.advice(payload.reference))",
                    at: payload.place,
                    field.path
                )
            } else if text.map({ index < $0.index }) ?? true {
                warn(payload, argument, after: command[index - 1], field)
            }
        }
    }

    private func warn(
        _ payload: (reference: ValueReference, place: Origin),
        _ argument: Template,
        after before: Template,
        _ field: Field
    ) {
        guard case .reference(payload.reference) = argument.segments.first,
            before.literal.map({ $0 != "--" && !$0.hasPrefix("--") }) ?? true,
            mayBeginWithDash(payload.reference)
        else { return }
        warnings.append(
            ConfigurationFault(
                at: payload.place,
                key: field.path,
                reason:
                    "\(payload.reference) may begin with '-', and is then taken for an option; write "
                    + "\"--\" before it, --NAME=\(payload.reference.source), or an enum in its parameter"
            )
        )
    }

    private func mayBeginWithDash(_ reference: ValueReference) -> Bool {
        guard case .action(let parameters) = scope, case .payload(let path) = reference,
            let parameter = parameters.first(where: { $0.name == path.first })
        else { return true }
        if let values = parameter.values {
            return values.contains { $0.stringValue?.hasPrefix("-") ?? true }
        }
        return switch parameter.type {
        case .string:
            parameter.format != .uri && parameter.pattern.map { !$0.excludesLeadingDash } ?? true
        case .object, .array: path.count > 1
        // A number may be -0.0, which is not less than 0.
        case .integer: parameter.minimum?.doubleValue.map { $0 < 0 } ?? true
        case .number: parameter.minimum?.doubleValue.map { $0 <= 0 } ?? true
        case .boolean: false
        }
    }

    /// Reports payloads in variables that choose what a program loads or runs.
    func check(variables: [Field], _ templates: [String: Template]) {
        for field in variables where LoadingVariables.contains(field.name) {
            guard let template = templates[field.name] else { continue }
            refuse(
                \.isPayload,
                in: template,
                field,
                "'\(field.name)' chooses what a program loads or runs, which a sender never does; pass it "
                    + "in a variable of your own"
            )
        }
    }
}

/// The variables that make programs load or run something.
enum LoadingVariables {
    private static let names: Set<String> = [
        "IFS", "ENV", "BASH_ENV", "BASHOPTS", "SHELLOPTS", "SHELL", "PS4", "PROMPT_COMMAND",
        "ZDOTDIR", "FPATH", "CDPATH", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONWARNINGS",
        "PYTHONBREAKPOINT", "PERL5LIB", "PERL5OPT", "PERLLIB", "PERL5DB", "RUBYLIB", "RUBYOPT",
        "GEM_PATH", "GEM_HOME", "NODE_OPTIONS", "NODE_PATH", "LUA_PATH", "LUA_CPATH", "LUA_INIT",
        "PHPRC", "PHP_INI_SCAN_DIR", "TCLLIBPATH", "CLASSPATH", "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "GCONV_PATH", "LOCPATH", "NLSPATH", "OPENSSL_CONF",
        "OPENSSL_ENGINES", "OPENSSL_MODULES", "EDITOR", "VISUAL", "PAGER", "MANPAGER", "BROWSER",
        "LESSOPEN", "LESSCLOSE", "SSH_ASKPASS", "SUDO_ASKPASS", "RSYNC_RSH", "GTK_PATH",
        "GTK_MODULES",
        "QT_PLUGIN_PATH", "GST_PLUGIN_PATH", "HOSTALIASES", "GIT_SSH", "GIT_SSH_COMMAND",
        "GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXEC_PATH",
        "GIT_TEMPLATE_DIR", "GIT_PROXY_COMMAND", "GIT_ASKPASS",
    ]
    private static let prefixes = [
        "LD_", "DYLD_", "GIT_CONFIG", "BASH_FUNC_", "LUA_PATH_", "LUA_CPATH_",
    ]

    static func contains(_ name: String) -> Bool {
        names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }
}
