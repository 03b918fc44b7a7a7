internal import Glibc
internal import Synchronization

/// Leaves the terminal as it was found when a signal ends or stops the process.
///
/// A handler of signals does no more than a handler may: it writes bytes that stand ready, and lets the
/// signal have its usual effect. A signal that was ignored stays ignored.
enum TerminalRestore {
    /// The things on the terminal that a signal has to take away.
    enum Display: Int {
        case nothing, line, screen
    }

    /// Takes away a line that may have been wrapped, and what is below it.
    static let lineEnd: StaticString = "\r\u{1B}[J"
    /// Another screen, without cursor, on which long lines are cut.
    static let screenBegin: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    /// Goes back to the first screen; a terminal that has only one is cleared.
    static let screenEnd: StaticString = "\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private static let shown = Atomic<Int>(Display.nothing.rawValue)
    private static let descriptor = Atomic<Int32>(-1)
    private static let wasStopped = Atomic<Bool>(false)
    private static let isPrepared = Atomic<Bool>(false)
    private static let isSilent = Atomic<Bool>(false)
    /// The settings of the terminal before its echo was turned off; valid while ``isSilent``.
    nonisolated(unsafe) private static let found =  // Guarded by `isSilent`.
        UnsafeMutablePointer<termios>.allocate(capacity: 1)

    /// Notes what stands on a terminal from now on.
    static func note(_ display: Display, on terminal: Int32) {
        prepare()
        descriptor.store(terminal, ordering: .sequentiallyConsistent)
        shown.store(display.rawValue, ordering: .sequentiallyConsistent)
    }

    /// Writes the beginning of a screen of its own, and turns the echo of keys off.
    static func beginScreen(on terminal: Int32) {
        note(.screen, on: terminal)
        enterScreen()
    }

    /// Goes back to what was on the terminal before ``beginScreen(on:)``.
    static func endScreen() {
        guard shown.load(ordering: .sequentiallyConsistent) == Display.screen.rawValue else {
            return
        }
        leave()
        shown.store(Display.nothing.rawValue, ordering: .sequentiallyConsistent)
    }

    /// Tells once that the process was stopped and goes on, so that everything has to be drawn anew.
    static func hasGoneOn() -> Bool {
        wasStopped.exchange(false, ordering: .sequentiallyConsistent)
    }

    /// Tells whether the terminal is for this process now: a shell may have put the process into
    /// the background.
    static func isForeground(_ terminal: Int32) -> Bool {
        let group = tcgetpgrp(terminal)
        return group < 0 || group == getpgrp()
    }

    /// Takes what was typed on a screen of its own since the last look, and tells whether a key is among it.
    static func hasTyped(_ key: Character) -> Bool {
        guard isSilent.load(ordering: .sequentiallyConsistent), isForeground(STDIN_FILENO) else {
            return false
        }
        var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var typed = [UInt8](repeating: 0, count: 256)
        guard poll(&entry, 1, 0) > 0 else { return false }
        let count = read(STDIN_FILENO, &typed, typed.count)
        return String(decoding: typed.prefix(max(count, 0)), as: UTF8.self).contains(key)
    }

    private static func prepare() {
        guard !isPrepared.exchange(true, ordering: .sequentiallyConsistent) else { return }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
            var before = sigaction()
            // Swift's runtime has handlers for some signals, which would write to the terminal as
            // it is: they are replaced.
            guard sigaction(number, nil, &before) == 0, !isIgnored(before)
            else { continue }
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in TerminalRestore.handle(number) }
            sigfillset(&action.sa_mask)
            sigaction(number, &action, nil)
        }
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        guard let handler = action.__sigaction_handler.sa_handler else { return false }
        return unsafeBitCast(handler, to: Int.self) == 1  // SIG_IGN
    }

    private static func handle(_ number: Int32) {
        let error = errno
        leave()
        if number == SIGTSTP {
            raise(SIGSTOP)
            wasStopped.store(true, ordering: .sequentiallyConsistent)
            if shown.load(ordering: .sequentiallyConsistent) == Display.screen.rawValue {
                enterScreen()
            }
        } else {
            signal(number, SIG_DFL)
            raise(number)
        }
        errno = error
    }

    private static func enterScreen() {
        let input = STDIN_FILENO
        if isatty(input) == 1, isForeground(input), tcgetattr(input, found) == 0 {
            var silent = found.pointee
            // A key counts without Enter.
            silent.c_lflag &= ~tcflag_t(ECHO | ICANON)
            isSilent.store(true, ordering: .sequentiallyConsistent)
            tcsetattr(input, TCSANOW, &silent)
        }
        write(screenBegin)
    }

    private static func leave() {
        switch Display(rawValue: shown.load(ordering: .sequentiallyConsistent)) {
        case .line: write(lineEnd)
        case .screen:
            write(screenEnd)
            if isSilent.exchange(false, ordering: .sequentiallyConsistent) {
                tcsetattr(STDIN_FILENO, TCSANOW, found)
            }
        case .nothing, nil: break
        }
    }

    private static func write(_ text: StaticString) {
        let terminal = descriptor.load(ordering: .sequentiallyConsistent)
        _ = Glibc.write(terminal, text.utf8Start, text.utf8CodeUnitCount)
    }
}
