internal import Slipway
package import SlipwayConfiguration
package import SlipwaySystem

extension Configuration {
    /// A warning for each file that a user may not read, or not run, as far as that is certain before the launch.
    ///
    /// Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - user: The user of the service.
    ///   - place: The subject of a sentence: `unit 'slipway@shop'`.
    ///   - environment: The values for `${env.NAME}`.
    ///   - unknown: Variables whose values in `environment` mean nothing; paths that depend on them are skipped.
    /// - Returns: The warnings.
    package func forbiddenFiles(
        to user: FileUser,
        of place: String,
        in environment: [String: String],
        withoutValue unknown: Set<String> = []
    ) -> [ConfigurationFault] {
        let values = TemplateValues(environment: environment.filter { !unknown.contains($0.key) })
        return namedFiles.compactMap { file in
            guard let path = try? file.path.render(values),
                let obstacle = user.obstacle(to: path, for: file.right)
            else { return nil }
            return ConfigurationFault(
                at: file.origin,
                key: file.key,
                reason: "\(place) may not \(file.verb) \(Quoting.quoted(path)): \(obstacle)"
            )
        }
    }

    /// A file that the service uses as its own user.
    private struct NamedFile {
        let path: Template
        let right: FileUser.Right
        let verb: String
        let origin: Origin
        let key: String
    }

    private var namedFiles: [NamedFile] {
        var files: [NamedFile] = []
        for (exec, origin, path) in commands {
            func add(_ template: Template?, _ right: FileUser.Right, _ verb: String, _ key: String)
            {
                guard let template else { return }
                let key = KeyPath.joined(path, key)
                files.append(
                    NamedFile(path: template, right: right, verb: verb, origin: origin, key: key)
                )
            }
            for file in exec.environmentFiles where !file.isOptional {
                add(file.path, .read, "read", "environmentFiles")
            }
            // A program that runs as another user has the rights of that user.
            guard !exec.settings.changesUser else { continue }
            add(exec.command.first, .execute, "run", "command")
            add(exec.directory, .execute, "enter", "directory")
        }
        func add(_ body: BodySpecification, _ origin: Origin, _ path: String) {
            files += (body.tls?.templates ?? []).map {
                NamedFile(
                    path: $0,
                    right: .read,
                    verb: "read",
                    origin: origin,
                    key: KeyPath.joined(path, "\(body.key).tls")
                )
            }
        }
        for (operation, path) in allOperations { add(operation.body, operation.origin, path) }
        for action in actions {
            add(action.body, action.origin, KeyPath.joined("actions", action.name))
        }
        return files
    }
}
