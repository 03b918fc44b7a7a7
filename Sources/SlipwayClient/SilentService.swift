internal import Slipway
internal import SlipwaySystem

/// A service that takes a connection, and from which nothing comes.
package struct SilentService: Hashable, Sendable, CustomStringConvertible {
    /// Why a process does nothing.
    package enum Hold: Hashable, Sendable {
        /// The process was stopped by a signal, as by `kill -STOP`.
        case stopped
        /// A debugger holds the process.
        case traced
    }

    /// The process that is held, and by what; `nil` if no process is known to be held.
    package let held: Held?
    /// The longest time that the service is waited for, in all.
    package let limit: Duration

    /// A process that is held.
    package struct Held: Hashable, Sendable, CustomStringConvertible {
        package let pid: Int32
        package let hold: Hold

        /// Looks at a process; `nil` if the process is not held, or that is not known.
        package init?(_ pid: Int32) {
            guard let file = try? SmallFile.bytes(of: "/proc/\(pid)/stat", limit: 1 << 12),
                let hold = Hold(statLine: file)
            else { return nil }
            (self.pid, self.hold) = (pid, hold)
        }

        package var description: String {
            switch hold {
            case .stopped:
                "its process \(pid) is stopped by a signal; 'kill -CONT \(pid)' lets it go on"
            case .traced: "a debugger holds its process \(pid)"
            }
        }
    }

    package var description: String {
        "the service takes the connection, but does not answer; waiting for \(limit.timespan) at most"
            + (held.map { "; \($0)" } ?? "")
    }
}

extension SilentService.Hold {
    /// Reads a line of `/proc/PID/stat`: `4711 (slipwayd) T 1 …`; `nil` for a process that is not held.
    package init?(statLine line: [UInt8]) {
        // The name may have anything in it; it ends with the last bracket.
        guard let end = line.lastIndex(of: UInt8(ascii: ")")), end + 2 < line.count else {
            return nil
        }
        switch line[end + 2] {
        case UInt8(ascii: "T"): self = .stopped
        case UInt8(ascii: "t"): self = .traced
        default: return nil
        }
    }
}
