internal import Slipway
package import SlipwayConfiguration

extension Configuration {
    /// A warning for everything that would make a start here fail, except missing programs.
    ///
    /// For missing programs see ``missingPrograms(in:withoutValue:of:isProgram:)``. Blocks while a
    /// file system or a user server does. The rights of this process say nothing of those of the
    /// service: a file that this process may not read is named, and not judged.
    ///
    /// - Parameters:
    ///   - environment: The values for `${env.NAME}`.
    ///   - unknown: Variables whose values in `environment` mean nothing; what depends on them is skipped.
    /// - Returns: The warnings.
    package func lacksOfStarts(
        in environment: [String: String],
        withoutValue unknown: Set<String>
    ) -> [ConfigurationFault] {
        faults(
            of: commands,
            TemplateValues(environment: environment.filter { !unknown.contains($0.key) }),
            by: .other
        )
    }

    /// Checks that operations can start, as far as this process, the service, can see; blocks while
    /// a file system or a user server does.
    ///
    /// - Parameters:
    ///   - operations: The names of the operations.
    ///   - environment: The values for `${env.NAME}`.
    /// - Throws: A fault for everything that would make one of these starts fail.
    package func checkStarts(
        of operations: Set<String>,
        in environment: [String: String]
    ) throws(ConfigurationFaults) {
        let starts = allOperations.compactMap { operation, path -> Command? in
            guard operations.contains(operation.name), case .exec(let exec) = operation.body
            else { return nil }
            return (exec, operation.origin, KeyPath.joined(path, "exec"))
        }
        let faults =
            faults(of: starts, TemplateValues(environment: environment), by: .service)
            + missingPrograms(in: environment, of: operations)
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults, files: faults.map(\.file))
        }
    }

    private typealias Command = (exec: ExecSpecification, origin: Origin, path: String)

    private func faults(
        of commands: [Command],
        _ values: TemplateValues,
        by looker: StartNeeds.Looker
    ) -> [ConfigurationFault] {
        commands.flatMap { exec, origin, path in
            StartNeeds(exec, values, by: looker).faults.map { key, reason in
                ConfigurationFault(at: origin, key: KeyPath.joined(path, key), reason: reason)
            }
        }
    }
}
