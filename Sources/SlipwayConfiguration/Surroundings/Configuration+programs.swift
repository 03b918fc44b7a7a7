internal import Glibc
internal import Slipway

extension Configuration {
    /// A warning for each program that is not there, as far as that can be known before it is run.
    ///
    /// - Parameters:
    ///   - environment: What `${env.NAME}` stands for, and `PATH`.
    ///   - isProgram: Whether a path can be run. Default: by this process.
    /// - Returns: One for each program that is not there; it may be where the daemon runs.
    package func missingPrograms(
        in environment: [String: String],
        isProgram: (String) -> Bool = { access($0, X_OK) == 0 }
    ) -> [ConfigurationFault] {
        let values = TemplateValues(environment: environment)
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        func isThere(_ program: String) -> Bool {
            program.utf8.contains(UInt8(ascii: "/"))
                ? isProgram(program) : folders.contains { isProgram("\($0)/\(program)") }
        }
        return programs.compactMap { program, origin, path in
            // A name with a variable that is not set here is not known; that has a warning of its own.
            guard let name = try? program.render(values), !isThere(name) else { return nil }
            return ConfigurationFault(
                at: origin,
                key: path,
                reason: "there is no program \(Quoting.quoted(name)) here that can be run"
            )
        }
    }

    /// What is run, with the place and the key of who runs it.
    private var programs: [(program: Template, origin: Origin, path: String)] {
        var programs: [(Template, Origin, String)] = []
        func add(_ body: BodySpecification, _ origin: Origin, _ path: String) {
            guard case .exec(let exec) = body, let program = exec.command.first else { return }
            programs.append((program, origin, path))
        }
        for operation in operations {
            let path = "operations.\(operation.name)"
            add(operation.body, operation.origin, path)
            if let stop = operation.stop { add(.exec(stop), operation.origin, path) }
        }
        for action in actions { add(action.body, action.origin, "actions.\(action.name)") }
        return programs
    }
}
