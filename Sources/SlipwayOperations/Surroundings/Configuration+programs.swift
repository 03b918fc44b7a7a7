internal import Glibc
internal import Slipway
package import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// A warning for each missing program, as far as it can be known before the launch.
    ///
    /// Searches as the start of a program does: at an absolute path, or for a name in the absolute
    /// folders of the PATH that the program gets. Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - environment: The values for `${env.NAME}`, and `PATH`.
    ///   - unknown: Variables whose values in `environment` mean nothing; programs that depend on
    ///     them are skipped.
    ///   - operations: The operations whose own programs are looked for; `nil` for all programs.
    ///   - isProgram: Whether a path can be run. Default: by this process.
    /// - Returns: One warning for each; the program may exist where the daemon runs, or later.
    package func missingPrograms(
        in environment: [String: String],
        withoutValue unknown: Set<String> = [],
        of operations: Set<String>? = nil,
        isProgram: (String) -> Bool = isRunnable
    ) -> [ConfigurationFault] {
        let known = environment.filter { !unknown.contains($0.key) }
        return programs(of: operations).compactMap { program, origin, path in
            // A name that cannot be filled in is unknown here; an unset variable has its own
            // warning.
            guard let name = try? program.name.render(TemplateValues(environment: known)),
                let places = try? program.places(of: name, in: known)
            else { return nil }
            if let place = places.first(where: isProgram) {
                return ProgramFile(path: place)?.missingInterpreter.map { reason in
                    ConfigurationFault(
                        at: origin,
                        key: path,
                        reason: "program \(Quoting.quoted(name)) cannot be run here: "
                            + Quoting.shown(reason, limit: 300)
                    )
                }
            }
            let advice = (whyNotRunnable(name) ?? CommandWords.advice(on: name))
                .map { "; \(Quoting.shown($0, limit: 200))" }
            return ConfigurationFault(
                at: origin,
                key: path,
                reason: "there is no program \(Quoting.quoted(name)) here that can be run"
                    + (advice ?? "")
            )
        }
    }

    /// A program and the `PATH` in which it is looked up.
    private struct Program {
        let name: Template
        /// The PATH that the program gets; `nil` for the daemon's.
        let path: Template?

        func places(
            of name: String,
            in environment: [String: String]
        ) throws(TemplateError) -> [String] {
            guard !name.utf8.contains(UInt8(ascii: "/")) else { return [name] }
            let own = try path?.render(TemplateValues(environment: environment))
            return (own ?? environment["PATH"] ?? "").split(separator: ":")
                .filter { $0.utf8.first == UInt8(ascii: "/") }
                .map { "\($0)/\(name)" }
        }
    }

    /// The programs, each with the position and key of its operation or action.
    private func programs(
        of operations: Set<String>?
    ) -> [(program: Program, origin: Origin, path: String)] {
        var programs: [(Program, Origin, String)] = []
        func add(_ body: BodySpecification, _ origin: Origin, _ path: String) {
            guard case .exec(let exec) = body, let name = exec.command.first else { return }
            // An environment file may set the PATH of the search, and a clear environment has
            // another PATH.
            let isInPATH = name.literal.map { !$0.utf8.contains(UInt8(ascii: "/")) } ?? true
            let isKnown =
                exec.environmentFiles.isEmpty && !exec.settings.hasClearEnvironment
                || exec.environment["PATH"] != nil || !isInPATH
            guard isKnown else { return }
            programs.append((Program(name: name, path: exec.environment["PATH"]), origin, path))
        }
        if let operations {
            for (operation, path) in allOperations where operations.contains(operation.name) {
                add(operation.body, operation.origin, path)
            }
            return programs
        }
        for (operation, path) in allOperations {
            add(operation.body, operation.origin, path)
            if let stop = operation.stop { add(.exec(stop), operation.origin, path) }
            if let last = operation.program?.beforeGivingUp {
                add(.exec(last), operation.origin, path)
            }
            for case (_, .exec(let check)) in operation.program?.checks ?? [] {
                add(.exec(check), operation.origin, path)
            }
        }
        for action in actions { add(action.body, action.origin, "actions.\(action.name)") }
        return programs
    }
}

/// Why a file at an absolute path is no program; `nil` for any other text, and where there is no
/// file.
private func whyNotRunnable(_ path: String) -> String? {
    var status = stat()
    guard path.hasPrefix("/"), stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG where status.st_mode & 0o111 == 0:
        return "the file is not executable: 'chmod +x' makes it so"
    case S_IFREG: return "this user may not run the file"
    case S_IFDIR: return "that is a directory"
    default: return "that is no regular file"
    }
}

/// Tells whether this process can run a file.
package func isRunnable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
}
