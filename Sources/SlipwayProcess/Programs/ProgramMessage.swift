internal import Slipway
internal import SlipwaySystem

/// A message of a program with sd_notify(3), as far as it concerns its supervisor.
package struct ProgramMessage: Hashable {
    enum Watchdog: Hashable {
        case ping
        /// The program wants to be treated as if a ping was missed.
        case trigger
    }

    /// The most bytes of a message, as of the service manager's.
    static let limit = 4096
    /// The largest error number that the kernel can return, and the service manager accepts.
    private static let largestError: Int32 = 4095
    /// The length to which ``status`` is cut, in characters.
    private static let longestStatus = 200

    /// `READY=1`.
    var isReady = false
    /// `STATUS=…`, made safe to print.
    var status: String?
    /// `EXTEND_TIMEOUT_USEC=…`: the time that the program has at least, from now on.
    var extendTimeout: Duration?
    /// `ERRNO=…`.
    var errorNumber: ErrorNumber?
    /// `EXIT_STATUS=…`.
    var exitStatus: Int32?
    /// `MAINPID=…`.
    var mainProcess: Int32?
    /// `WATCHDOG=…`.
    var watchdog: Watchdog?

    package init() {}

    /// Reads a message: of a repeated field the first counts, and unknown ones are ignored.
    ///
    /// The result is `nil` for a message that the service manager would drop, too: one that is too
    /// long, or has a zero byte.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.limit, !bytes.contains(0) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            guard let sign = text.firstIndex(of: "=") else { continue }
            let value = String(text[text.index(after: sign)...])
            take(text[..<sign], value)
        }
    }

    private mutating func take(_ key: Substring, _ value: String) {
        switch key {
        case "READY": isReady = isReady || value == "1"
        case "STATUS": status = status ?? String(value.printable.prefix(Self.longestStatus))
        case "EXTEND_TIMEOUT_USEC":
            // At most a day, which is longer than any start: no sum of such times is too large.
            extendTimeout =
                extendTimeout
                ?? UInt64(value).map { .microseconds(Int64(clamping: min($0, 86_400_000_000))) }
        case "ERRNO":
            errorNumber =
                errorNumber
                ?? Int32(value).flatMap { 1...Self.largestError ~= $0 ? ErrorNumber($0) : nil }
        case "EXIT_STATUS":
            exitStatus = exitStatus ?? Int32(value).flatMap { 0...255 ~= $0 ? $0 : nil }
        case "MAINPID":
            mainProcess = mainProcess ?? Int32(value).flatMap { $0 > 0 ? $0 : nil }
        case "WATCHDOG":
            watchdog = watchdog ?? (value == "1" ? .ping : value == "trigger" ? .trigger : nil)
        default: return
        }
    }

    /// Adds what a later message says, for the end of the process.
    mutating func merge(_ later: ProgramMessage) {
        errorNumber = later.errorNumber ?? errorNumber
        exitStatus = later.exitStatus ?? exitStatus
        mainProcess = later.mainProcess ?? mainProcess
    }
}
