internal import Slipway
internal import SlipwayReport

/// The characters of which a live waterfall is made.
struct Glyphs: Hashable {
    var run: Character = "█"
    var slot: Character = "░"
    var lock: Character = "▒"
    var backoff: Character = "┄"
    var fallback: Character = "▓"
    var group: Character = "━"
    var succeeded: Character = "✓"
    var degraded: Character = "!"
    var failed: Character = "✗"
    var running: Character = "●"
    var queued: Character = "○"
    var pending: Character = "·"
    var left: Character = "-"

    static let unicode = Glyphs()
    /// The characters for a locale that takes nothing else.
    static let ascii = Glyphs(
        run: "#",
        slot: ".",
        lock: ":",
        backoff: "-",
        fallback: "+",
        group: "=",
        succeeded: "*",
        failed: "x",
        running: ">",
        queued: "o",
        pending: "."
    )

    /// The characters that the locale of an environment takes; unicode if no locale is set.
    static func fitting(_ environment: (String) -> String?) -> Glyphs {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"]
        guard let locale = names.lazy.compactMap(environment).first(where: { !$0.isEmpty }) else {
            return unicode
        }
        let word = locale.lowercased()
        return word.contains("utf-8") || word.contains("utf8") ? unicode : ascii
    }

    /// The mark in front of an operation.
    func mark(of operation: OperationStatus) -> Character {
        switch operation.state {
        case .pending: pending
        case .ready: queued
        case .running: running
        case .ended(.succeeded): succeeded
        case .ended(.degraded): degraded
        case .ended(.failed): failed
        case .ended(.cancelled), .ended(.skipped), .ended(.notNeeded): left
        }
    }

    /// The sign for a time of some kind; `nil` for a blank.
    func bar(_ kind: TimePhase.Kind, isGroup: Bool) -> Character? {
        switch kind {
        case .dependencies: nil
        case .lock: lock
        case .slot: slot
        case .attempt: isGroup ? group : run
        case .backoff: backoff
        case .fallback: fallback
        }
    }
}
