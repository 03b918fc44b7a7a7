internal import Glibc

/// A file with variables for a program, as `EnvironmentFile=` of a unit has them.
package struct VariablesFile: Hashable, Sendable {
    /// The reasons why its variables are not there, with nothing of its content.
    package enum Failure: Error, Hashable {
        case isRelative
        case isMissing
        case notRead(ErrorNumber)
        case notRegular
        case isTooLong
        case isMalformed(EnvironmentText.Fault)
    }

    /// The most bytes of a file.
    private static let limit = 1 << 20

    /// An absolute path.
    package let path: String
    /// The file may be missing.
    package let isOptional: Bool

    /// Names a file.
    package init(path: String, isOptional: Bool) {
        self.path = path
        self.isOptional = isOptional
    }

    /// Reads the variables; blocks.
    ///
    /// A line over which systemd passes without a word is a fault here: its author meant a variable.
    package func variables() throws(Failure) -> [String: String] {
        guard path.hasPrefix("/") else { throw .isRelative }
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.bytes(of: path, limit: Self.limit)
        } catch {
            switch error {
            case .notRead(ErrorNumber(ENOENT)), .notRead(ErrorNumber(ENOTDIR)):
                if isOptional { return [:] }
                throw .isMissing
            case .notRead(let number): throw .notRead(number)
            case .notRegular: throw .notRegular
            case .tooLong: throw .isTooLong
            }
        }
        do throws(EnvironmentText.Fault) {
            let text = try EnvironmentText(parsing: bytes)
            if let stray = text.stray { throw stray }
            return text.variables
        } catch {
            throw .isMalformed(error)
        }
    }

    /// The words for a failure to read the file, which still have to be made printable.
    package func words(_ failure: Failure) -> String {
        let name = "environment file '\(path)'"
        return switch failure {
        case .isRelative: "\(name): its path is relative; give an absolute one"
        case .isMissing: "\(name) is missing; write '-' before its path if it may be missing"
        case .notRead(let number): "cannot read \(name): \(number)"
        case .notRegular: "cannot read \(name): it is no regular file"
        case .isTooLong: "\(name) has more than \(Self.limit) bytes"
        case .isMalformed(let fault): "\(name), \(fault)"
        }
    }
}
