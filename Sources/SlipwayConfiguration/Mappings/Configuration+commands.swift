package import Slipway

extension Configuration {
    /// A process has another user or other groups than the daemon, which has to be root for that.
    package var changesUsers: Bool { commands.contains { $0.exec.settings.changesUser } }

    /// A warning for each process that runs as root because nothing names its user.
    ///
    /// - Parameter reason: Why the daemon is root, as a clause: `unit 'slipway@shop' is root`.
    /// - Returns: The warnings, at the operation or the kind of action.
    package func processesOfRoot(because reason: String) -> [ConfigurationFault] {
        commands.filter { $0.exec.settings.user == nil }.map { command in
            let senders =
                command.path.hasPrefix("actions.") ? ", for everyone who may send the action" : ""
            return ConfigurationFault(
                at: command.origin,
                key: KeyPath.joined(command.path, "user"),
                reason:
                    "is not set, and \(reason): it runs as root\(senders); name a user here or in "
                    + "'defaults', or write root if that is meant"
            )
        }
    }

    /// Every command of the file, with the position of its operation or action, and its own key.
    package var commands: [(exec: ExecSpecification, origin: Origin, path: String)] {
        var commands: [(ExecSpecification, Origin, String)] = []
        func add(_ exec: ExecSpecification?, _ origin: Origin, _ path: String, _ key: String) {
            if let exec { commands.append((exec, origin, KeyPath.joined(path, key))) }
        }
        for (operation, path) in allOperations {
            add(operation.body.exec, operation.origin, path, "exec")
            add(operation.stop, operation.origin, path, "stop")
            add(operation.program?.beforeGivingUp, operation.origin, path, "beforeGivingUp")
            for case (let key, .exec(let check)) in operation.program?.checks ?? [] {
                add(check, operation.origin, path, "\(key).exec")
            }
        }
        for action in actions {
            add(action.body.exec, action.origin, KeyPath.joined("actions", action.name), "exec")
        }
        return commands
    }
}
