internal import Slipway
package import SlipwayConfiguration
internal import SlipwaySystem

extension Configuration {
    /// A warning for each folder in which the service is to write or to make something, and cannot, as far as that is
    /// known before the launch.
    ///
    /// - Parameters:
    ///   - place: The subject of a sentence: `unit 'slipway@shop'`.
    ///   - environment: The values for `${env.NAME}`.
    ///   - unknown: Variables whose values in `environment` mean nothing; paths that depend on them are skipped.
    ///   - obstacle: Tells why nothing can be written in a folder; `nil` where it can.
    /// - Returns: The warnings.
    package func unwritablePlaces(
        of place: String,
        in environment: [String: String],
        withoutValue unknown: Set<String> = [],
        obstacle: (String) -> String?
    ) -> [ConfigurationFault] {
        let values = TemplateValues(environment: environment.filter { !unknown.contains($0.key) })
        return writtenPlaces.compactMap { written in
            guard let path = try? written.path.render(values), path.hasPrefix("/") else {
                return nil
            }
            // A folder that is there is left as it is.
            if written.isFolder, FileUser.target(of: path) != nil { return nil }
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            return obstacle(folder.isEmpty ? "/" : folder).map {
                ConfigurationFault(
                    at: written.origin,
                    key: written.key,
                    reason: "\(place) cannot make \(Quoting.quoted(path)): \($0)"
                )
            }
        }
    }

    /// A file, a folder or a socket that the service makes.
    private struct WrittenPlace {
        let path: Template
        let origin: Origin
        let key: String
        var isFolder = false
    }

    private var writtenPlaces: [WrittenPlace] {
        var places = commands.flatMap { exec, origin, path in
            exec.settings.folders.map {
                WrittenPlace(
                    path: $0.path,
                    origin: origin,
                    key: KeyPath.joined(path, "directories"),
                    isFolder: true
                )
            }
        }
        func add(_ body: BodySpecification, _ origin: Origin, _ path: String) {
            guard case .write(let write) = body else { return }
            let key = KeyPath.joined(path, "write.path")
            places.append(WrittenPlace(path: write.path, origin: origin, key: key))
        }
        for (operation, path) in allOperations { add(operation.body, operation.origin, path) }
        for action in actions {
            add(action.body, action.origin, KeyPath.joined("actions", action.name))
        }
        if let probes {
            let key = ProbesSpecification.key
            places.append(WrittenPlace(path: probes.listen, origin: probes.origin, key: key))
        }
        return places
    }
}
