internal import SlipwaySystem

/// The file with the marks of the last starts, in the state directory beside the store.
///
/// The file is read before a launch, and written while one runs, by one thread at a time, without a
/// sync. It is there for what a process that is killed cannot say any more, not for a machine that
/// loses its power.
package enum MarkFile {
    /// The name of the file in the state directory.
    static let name = "slipway-starts"
    private static let sizeLimit = 1 << 16

    /// The marks of a state directory; none where they cannot be read.
    package static func read(in folder: String) -> LaunchMarks {
        do throws(SmallFile.Failure) {
            return LaunchMarks(
                parsing: try SmallFile.bytes(of: "\(folder)/\(name)", limit: sizeLimit)
            )
        } catch {
            return LaunchMarks()
        }
    }

    /// Replaces the file; one that cannot be written stays as it is.
    ///
    /// - Parameters:
    ///   - marks: The marks.
    ///   - folder: The state directory.
    ///   - isCertain: Whether to take the reserve for it on a full disk, as when the process begins
    ///     or ends.
    /// - Returns: Whether it is written.
    @discardableResult
    package static func write(
        _ marks: LaunchMarks,
        in folder: String,
        isCertain: Bool
    ) -> Bool {
        if write(marks, in: folder) { return true }
        return isCertain && StoreReserve.give(in: folder) && write(marks, in: folder)
    }

    private static func write(_ marks: LaunchMarks, in folder: String) -> Bool {
        let path = "\(folder)/\(name)"
        do throws(WholeFile.Failure) {
            let file = try WholeFile(at: path, .exactly(0o600))
            try file.write(marks.bytes)
            try file.finish(isSynced: false)
            return true
        } catch {
            return false
        }
    }
}
