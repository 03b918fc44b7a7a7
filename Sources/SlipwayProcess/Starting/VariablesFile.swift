internal import Glibc
internal import Slipway
internal import SlipwaySystem

/// A file with variables for a program, as `EnvironmentFile=` of a unit has them.
package struct VariablesFile: Hashable, Sendable {
    /// The most bytes of one.
    private static let limit = 1 << 20

    /// An absolute path.
    package let path: String
    /// It may be missing.
    package let isOptional: Bool

    /// Names a file.
    package init(path: String, isOptional: Bool) {
        self.path = path
        self.isOptional = isOptional
    }

    /// Its variables; blocks.
    ///
    /// A line over which systemd passes without a word is a fault here: its author meant a variable.
    ///
    /// - Throws: ``ChildFailure/notStarted(_:isShortage:)``, with nothing of the content.
    func variables() throws(ChildFailure) -> [String: String] {
        let name = "environment file '\(path.printable)'"
        guard path.hasPrefix("/") else {
            throw .notStarted("\(name): its path is relative; give an absolute one")
        }
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.bytes(of: path, limit: Self.limit)
        } catch {
            switch error {
            case .notRead(ErrorNumber(ENOENT)), .notRead(ErrorNumber(ENOTDIR)):
                if isOptional { return [:] }
                throw .notStarted("\(name) is missing; write '-' before its path if it may be")
            case .notRead(let number):
                throw .notStarted("cannot read \(name): \(number)", isShortage: number.isShortage)
            case .notRegular: throw .notStarted("cannot read \(name): it is no regular file")
            case .tooLong: throw .notStarted("\(name) has more than \(Self.limit) bytes")
            }
        }
        do throws(EnvironmentText.Fault) {
            let text = try EnvironmentText(parsing: bytes)
            if let stray = text.stray { throw stray }
            return text.variables
        } catch {
            throw .notStarted("\(name), \(error)")
        }
    }
}

extension ChildCommand {
    /// The command with the variables of its files; blocks as long as their file system is silent, as
    /// the start of a program does anyway.
    func withVariablesOfFiles() throws(ChildFailure) -> ChildCommand {
        guard !variablesFiles.isEmpty else { return self }
        var command = self
        for file in variablesFiles {
            let variables = try file.variables().filter { !ownVariables.contains($0.key) }
            command.environment.merge(variables) { $1 }
        }
        return command
    }
}
