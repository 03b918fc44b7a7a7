internal import Slipway
package import SlipwayConfiguration
internal import SlipwaySystem

/// The files that the programs of a configuration read, as they were when the configuration was
/// read: those with variables, and those of `reload`.
struct ReadFiles: Hashable, Sendable {
    /// The digests of files with variables; `nil` for one that could not be read.
    private var digests: [ExactText: [UInt8]?] = [:]
    /// The files and folders of `reload`; `nil` where there is nothing, or it could not be told.
    private var fingerprints: [ExactText: FileFingerprint?] = [:]
    /// The files that this process lacked the descriptors or the memory to read.
    private var unknown: Set<ExactText> = []

    /// Reads the files, each once; blocks.
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
                    // Only the digest is held: the content may have secrets.
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

    /// Something is known of every file.
    var isWhole: Bool { unknown.isEmpty }

    /// Tells whether a file with variables has the same content as at an earlier reading; `true`,
    /// too, while nothing is known.
    func isSame(_ path: String, as other: ReadFiles) -> Bool {
        let path = ExactText(path)
        return unknown.contains(path) || digests[path] == other.digests[path]
    }

    /// Tells whether a file that a program reads has changed.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - baseline: The file when the program became ready; `nil` to compare with `other`.
    ///   - other: The files when the earlier configuration was read.
    /// - Returns: `false`, too, for a file that an operation writes, and while nothing is known.
    func hasChanged(_ path: String, since baseline: FileFingerprint??, or other: ReadFiles) -> Bool
    {
        let path = ExactText(path)
        guard let now = fingerprints[path], !unknown.contains(path) else { return false }
        if let baseline { return now != baseline }
        return .some(now) != other.fingerprints[path]
    }
}

extension Configuration {
    /// A fault for each file of `reload` that cannot be watched.
    ///
    /// Blocks while the file system does.
    ///
    /// - Parameters:
    ///   - environment: The values for `${env.NAME}`.
    ///   - unknown: Variables whose values in `environment` mean nothing; paths that depend on them are skipped.
    /// - Returns: The faults; a file for which this process lacks descriptors or memory at the
    ///   moment has none.
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

    /// Checks that the files of `reload`, which programs read again at a signal, can be watched;
    /// blocks.
    ///
    /// - Parameter environment: The values for `${env.NAME}`.
    /// - Throws: A fault for each file that cannot.
    package func checkWatchedFiles(
        in environment: [String: String]
    ) throws(ConfigurationFaults) {
        let faults = unwatchableFiles(in: environment)
        guard faults.isEmpty else {
            throw ConfigurationFaults(faults, files: faults.map(\.file))
        }
    }
}
