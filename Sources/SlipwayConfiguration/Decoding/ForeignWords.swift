internal import SlipwaySystem

/// Values that other tools have for keys of ours, and what says the same here.
enum ForeignWords {
    /// The keys to write in place of a restart policy of Compose or systemd; `nil` for another
    /// value.
    static func restart(_ field: Field) -> String? {
        guard case .scalar(let scalar) = field.node.content else { return nil }
        switch scalar.text.lowercased() {
        case "always", "unless-stopped", "on-failure", "on-abnormal", "on-abort", "on-watchdog",
            "true",
            "yes":
            return "ended: restart, for any exit"
        case "no", "never", "false": return "ended: fail or ended: degrade"
        default: return nil
        }
    }

    /// The value to write in place of a port, a URL, or a service type of systemd; `nil` for
    /// another value.
    static func ready(_ text: String) -> String? {
        let port = PortNumber.read(text[...]) != nil
        if port || ["tcp:", "port:", "http:", "https:"].contains(where: text.hasPrefix) {
            return "ready: { tcp: HOST:PORT } or ready: { http: URL }"
        }
        switch text.lowercased() {
        case "simple", "exec", "idle", "forking": return "started, for a program in the foreground"
        case "oneshot": return "exit"
        case "notify-reload", "sd_notify", "sd-notify": return "notify"
        default: return nil
        }
    }
}
