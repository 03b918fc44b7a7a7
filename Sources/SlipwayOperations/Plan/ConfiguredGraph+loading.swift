internal import Glibc
package import SlipwayConfiguration
internal import SlipwaySystem

extension ConfiguredGraph {
    /// Reads `PATH` and its drop-ins from disk.
    ///
    /// The drop-ins of `DIR/NAME.yaml` are the `*.yaml`, `*.yml` and `*.json` of `DIR/NAME.d`, in
    /// upper or lower case, in the order of their names. Other files there are ignored, with a
    /// warning for each that is neither hidden nor the copy of an editor.
    ///
    /// Blocks.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - environment: What `${env.NAME}` is looked up in, once a body runs.
    ///   - isEnvironmentKnown: Whether a variable that is not in `environment` is a fault.
    ///   - credentials: The folder of the credentials that the file refers to, of which a missing
    ///     one is a fault; `nil` if it is not known.
    ///   - runner: Runs the bodies. Default: for graphs that are never launched.
    ///   - inheritance: What comes from an earlier generation of the service. Default: nothing.
    /// - Returns: The configuration and its graph.
    /// - Throws: Everything that is wrong; the fault of a file that cannot be read has its `errno`.
    package static func load(
        path: String,
        environment: [String: String] = [:],
        isEnvironmentKnown: Bool = false,
        credentials: CredentialFolder? = nil,
        runner: any BodyRunning = NeverRuns(),
        inheriting inheritance: (Configuration, Credentials) -> (any Inheritance)? = { _, _ in nil }
    ) throws(ConfigurationFaults) -> ConfiguredGraph {
        let dropIns: [String]
        let ignored: [String]
        do throws(ConfigurationFault) {
            (dropIns, ignored) = try ConfigurationDisk.dropIns(of: path)
        } catch {
            throw ConfigurationFaults([error], files: [path])
        }
        var faults: [ConfigurationFault] = []
        var files: [ConfigurationFile] = []
        for name in [path] + dropIns {
            do throws(ConfigurationFault) {
                let bytes = try ConfigurationDisk.bytes(
                    of: name,
                    limit: ConfigurationFile.sizeLimit
                )
                files.append(ConfigurationFile(name: name, bytes: bytes))
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty else { throw ConfigurationFaults(faults, files: [path] + dropIns) }
        var configured = try ConfiguredGraph(
            parsing: files[0],
            dropIns: Array(files.dropFirst()),
            environment: environment,
            isEnvironmentKnown: isEnvironmentKnown,
            credentials: credentials,
            runner: runner,
            inheriting: inheritance
        )
        configured.configuration.warnings += ignored.map { name in
            ConfigurationFault(
                file: name,
                reason:
                    "is ignored: a drop-in ends with \(ConfigurationDisk.suffixes.joined(separator: ", "))"
            )
        }
        return configured
    }
}

extension ConfiguredGraph {
    /// The files that ``load(path:environment:isEnvironmentKnown:credentials:runner:inheriting:)`` reads; blocks.
    package static func files(of path: String) -> [String] {
        let dropIns = try? ConfigurationDisk.dropIns(of: path).dropIns
        return [path] + (dropIns ?? [])
    }
}

/// The few system calls of this module.
private enum ConfigurationDisk {
    /// The file name extensions of configurations.
    static let suffixes = [".yaml", ".yml", ".json"]

    /// The drop-ins' paths, and those of other files, in byte order; none if there is no such directory.
    static func dropIns(
        of path: String
    ) throws(ConfigurationFault) -> (dropIns: [String], ignored: [String]) {
        let suffix = suffixes.first(where: path.hasSuffix) ?? ""
        let directory = String(path.dropLast(suffix.count) + ".d")
        let names: [String]
        do throws(ErrorNumber) {
            names = try FolderEntry.all(in: directory).map(\.name)
        } catch {
            if [ENOENT, ENOTDIR].contains(error.rawValue) { return ([], []) }
            throw fault(directory, error.rawValue)
        }
        let sorted = names.filter { !$0.hasPrefix(".") && !$0.hasSuffix("~") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        func paths(_ areConfigurations: Bool) -> [String] {
            sorted.filter {
                suffixes.contains(where: $0.lowercased().hasSuffix) == areConfigurations
            }
            .map { "\(directory)/\($0)" }
        }
        return (paths(true), paths(false))
    }

    /// A file's content.
    static func bytes(of path: String, limit: Int) throws(ConfigurationFault) -> [UInt8] {
        do throws(SmallFile.Failure) {
            return try SmallFile.bytes(of: path, limit: limit)
        } catch {
            switch error {
            case .notRead(let number): throw fault(path, number.rawValue)
            case .tooLong(let size): throw ConfigurationFile.tooLong(path, size)
            case .notRegular:
                throw ConfigurationFault(
                    file: path,
                    reason: "cannot read: not a regular file, which a configuration must be",
                    errno: EINVAL
                )
            }
        }
    }

    private static func fault(_ path: String, _ code: Int32) -> ConfigurationFault {
        ConfigurationFault(
            file: path,
            reason: "cannot read: \(ErrorNumber(code))",
            errno: code
        )
    }
}
