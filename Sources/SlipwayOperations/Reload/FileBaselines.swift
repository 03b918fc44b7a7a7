internal import Slipway
internal import SlipwaySystem
internal import Synchronization

/// The files of programs as they were when each program became ready: what the program itself did
/// to them before that is no change.
final class FileBaselines: Sendable {
    private struct Due: Sendable {
        /// When each program was ready for the last time.
        var ready: [String: Instant] = [:]
        /// The programs whose files are still to be looked at.
        var programs: Set<String> = []
    }

    private let due = Mutex(Due())
    /// The files of each program; the lock is held while files are read, and never by the loop.
    private let known = Mutex<[String: [ExactText: FileFingerprint?]]>([:])

    /// A program is ready.
    ///
    /// - Returns: Whether ``read(_:)`` is to be called; `false` if it is due already, or was for
    ///   this start.
    func note(_ program: String, readyAt instant: Instant) -> Bool {
        due.withLock { due in
            guard due.ready.updateValue(instant, forKey: program) != instant else { return false }
            return due.programs.insert(program).inserted
        }
    }

    /// Looks at the files of the programs that have become ready since the last time; blocks.
    func read(_ files: (_ program: String) -> [String]) {
        known.withLock { known in
            let programs = due.withLock { due in
                defer { due.programs = [] }
                return due.programs
            }
            for program in programs {
                var fingerprints: [ExactText: FileFingerprint?] = [:]
                for path in files(program) {
                    do throws(FileFingerprint.Failure) {
                        fingerprints[ExactText(path)] = .some(try FileFingerprint.of(path))
                    } catch {
                        // The file is compared with how it was when the configuration was read.
                        continue
                    }
                }
                known[program] = fingerprints
            }
        }
    }

    /// A file of a program; `nil` if it was not looked at.
    func file(_ path: String, of program: String) -> FileFingerprint?? {
        known.withLock { $0[program]?[ExactText(path)] }
    }
}
