internal import Slipway
internal import SlipwayConfiguration
internal import SlipwaySystem
internal import Synchronization

/// The files that a generation of a service was made of: the configuration, its drop-ins, and the files with
/// variables that its commands name.
///
/// ``findChanges()`` tells which of them have changed since. The files are read for that only if
/// one of them looks different from outside than at the last look.
package final class LoadedFiles: Sendable {
    private struct Look: Sendable {
        let marks: [ExactText: FileMark?]
        let changes: [String]
    }

    private let digest: ConfigurationDigest
    private let source: GenerationSource
    private let variables: [ExactText]
    private let last = Mutex<Look?>(nil)

    /// Notes the files, and reads none of them.
    package init(_ digest: ConfigurationDigest, _ source: GenerationSource) {
        self.digest = digest
        self.source = source
        let values = TemplateValues(environment: source.environment)
        variables = source.configuration.allOperations.flatMap { operation, _ in
            operation.environmentFiles(values).map { ExactText($0) }
        }
    }

    /// Finds out which of the files have another content, are gone, or are new; blocks as long as
    /// their file system is silent.
    ///
    /// - Returns: The paths of these files, in order.
    package func findChanges() -> [String] {
        let names = Set(ConfiguredGraph.files(of: digest.path).map { ExactText($0) })
        let marks = names.union(variables).map { ($0, FileMark(at: $0.text)) }.keyed()
        if let last = last.withLock({ $0 }), last.marks == marks { return last.changes }
        // A file that may change once more without looking different is read the next time.
        var isSure = !marks.values.contains { $0?.isFresh ?? false }
        let found = changes(of: names, isSure: &isSure) + changedVariables(isSure: &isSure)
        let changes = found.map(\.text).sorted()
        last.withLock { $0 = isSure ? Look(marks: marks, changes: changes) : nil }
        return changes
    }

    private func changes(of names: Set<ExactText>, isSure: inout Bool) -> [ExactText] {
        let loaded = digest.ofFiles
        return names.union(loaded.keys).filter { name in
            guard names.contains(name), let digest = loaded[name] else { return true }
            do throws(SmallFile.Failure) {
                let bytes = try SmallFile.bytes(of: name.text, limit: ConfigurationFile.sizeLimit)
                return SHA256.digest(of: bytes) != digest
            } catch {
                // For want of descriptors or memory nothing is known of the file.
                isSure = isSure && !error.isShortage
                return !error.isShortage
            }
        }
    }

    private func changedVariables(isSure: inout Bool) -> [ExactText] {
        guard !variables.isEmpty else { return [] }
        let now = ReadFiles(of: source.configuration, environment: source.environment)
        isSure = isSure && now.isWhole
        return Set(variables).filter { !now.isSame($0.text, as: source.files) }
    }
}
