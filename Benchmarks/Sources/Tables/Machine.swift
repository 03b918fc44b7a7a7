internal import Glibc

/// The machine, date and load of the measurement.
enum Machine {
    static var description: String {
        "Measured \(date) on \(model), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) CPUs online; "
            + "load average before: \(load)."
    }

    private static var date: String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return String(unsafeUninitializedCapacity: 32) { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                strftime($0.baseAddress, $0.count, "%F %R UTC", &parts)
            }
        }
    }

    private static var model: String {
        let line = text(of: "/proc/cpuinfo").split(separator: "\n").first {
            $0.hasPrefix("model name")
        }
        return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
            ?? "an unknown CPU"
    }

    private static var load: String {
        text(of: "/proc/loadavg").split(separator: " ").first.map(String.init) ?? "unknown"
    }

    private static func text(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        return String(unsafeUninitializedCapacity: 4096) { buffer in
            max(0, read(descriptor, buffer.baseAddress, buffer.count))
        }
    }
}
