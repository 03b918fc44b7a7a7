internal import Slipway
package import SlipwayConfiguration
internal import SlipwaySystem

/// The files that the programs of a configuration read, as they were when it was read: those with variables, and
/// those that it names for a reload.
struct ReadFiles: Hashable, Sendable {
    /// The digests of files with variables; `nil` for one that could not be read.
    private var digests: [ExactText: [UInt8]?] = [:]
    /// The others, which may be folders; `nil` where there is nothing, or it could not be told.
    private var fingerprints: [ExactText: FileFingerprint?] = [:]
    /// Those that this process lacked the descriptors or the memory to read: nothing is known of them.
    private var unknown: Set<ExactText> = []

    /// Reads them, each once; blocks.
    init(of configuration: Configuration, environment: [String: String]) {
        let values = TemplateValues(environment: environment)
        // A file that an operation writes changes when that runs, and not otherwise.
        let written = Set(
            configuration.allOperations.compactMap { $0.operation.writtenFile(values) }
                .map { ExactText($0) }
        )
        for (operation, _) in configuration.allOperations {
            for path in operation.environmentFiles(values).map({ ExactText($0) })
            where digests[path] == nil && !written.contains(path) {
                do throws(SmallFile.Failure) {
                    // Not the content, which may hold secrets.
                    let bytes = try SmallFile.bytes(of: path.text, limit: 1 << 20)
                    digests[path] = .some(SHA256.digest(of: bytes))
                } catch {
                    digests[path] = .some(nil)
                    if error.isShortage { unknown.insert(path) }
                }
            }
            for path in operation.programFiles(values).map({ ExactText($0) })
            where fingerprints[path] == nil && !written.contains(path) {
                do throws(FileFingerprint.Failure) {
                    fingerprints[path] = .some(try FileFingerprint.of(path.text))
                } catch {
                    fingerprints[path] = .some(nil)
                    if error.isShortage { unknown.insert(path) }
                }
            }
        }
    }

    /// All could be looked at.
    var isWhole: Bool { unknown.isEmpty }

    /// Tells whether the content of a file with variables is the same as it was in others, as far as it is known.
    func isSame(_ path: String, as other: ReadFiles) -> Bool {
        let path = ExactText(path)
        return unknown.contains(path) || digests[path] == other.digests[path]
    }

    /// Tells whether a file that a program reads is not as it was.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - baseline: The file when the program became ready; `nil` for when the other configuration was read.
    ///   - other: The files of that one.
    /// - Returns: `false` too for one that an operation writes, and while it is not known.
    func hasChanged(_ path: String, since baseline: FileFingerprint??, or other: ReadFiles) -> Bool
    {
        let path = ExactText(path)
        guard let now = fingerprints[path], !unknown.contains(path) else { return false }
        if let baseline { return now != baseline }
        return .some(now) != other.fingerprints[path]
    }
}

extension Configuration {
    /// A fault for each of the files that programs read again at a signal which cannot be watched.
    ///
    /// Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - environment: The values for `${env.NAME}`.
    ///   - unknown: Variables whose values in `environment` mean nothing; paths that depend on them are skipped.
    /// - Returns: One for each; what takes more than this process has at the moment is none.
    package func unwatchableFiles(
        in environment: [String: String],
        withoutValue unknown: Set<String> = []
    ) -> [ConfigurationFault] {
        let values = TemplateValues(environment: environment.filter { !unknown.contains($0.key) })
        return allOperations.flatMap { operation, path in
            operation.programFiles(values).compactMap { file -> ConfigurationFault? in
                do throws(FileFingerprint.Failure) {
                    _ = try FileFingerprint.of(file)
                    return nil
                } catch {
                    guard !error.isShortage else { return nil }
                    return ConfigurationFault(
                        at: operation.origin,
                        key: KeyPath.joined(path, "reload.files"),
                        reason: "\(Quoting.quoted(file)) cannot be watched: \(error)"
                    )
                }
            }
        }
    }

    /// Checks that the files can be watched that programs read again at a signal; blocks.
    ///
    /// - Parameter environment: The values for `${env.NAME}`.
    /// - Throws: A fault for each that cannot.
    package func checkWatchedFiles(
        in environment: [String: String]
    ) throws(ConfigurationFaults) {
        let faults = unwatchableFiles(in: environment)
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults, files: faults.map(\.file))
        }
    }
}
