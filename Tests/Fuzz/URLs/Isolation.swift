internal import Glibc

/// A network namespace of this process: loopback, and no way out.
enum Isolation {
    /// The part that is missing for the isolation; `nil` if it is complete.
    ///
    /// Starts the loopback interface if it is down. Besides interfaces, sockets in `/run` lead to
    /// services that resolve names outside.
    static func missing() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return "cannot list the network's interfaces" }
        defer { freeifaddrs(list) }
        var next = list
        while let interface = next?.pointee {
            defer { next = interface.ifa_next }
            let flags = Int32(bitPattern: interface.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0
            if isUp, flags & Int32(IFF_LOOPBACK) == 0 {
                let name = interface.ifa_name.map { String(cString: $0) } ?? "an interface"
                return "'\(name)' leads out of the network; \(advice)"
            }
        }
        let services = Files.names(in: "/run")
        guard services.isEmpty else {
            return "there is '\(services[0])' in '/run'; \(advice)"
        }
        return startLoopback() ? nil : "the loopback interface is down, and cannot be started"
    }

    private static let advice = "run it with 'Tests/Fuzz/isolated'"

    private static func startLoopback() -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var request = ifreq()
        withUnsafeMutableBytes(of: &request.ifr_ifrn) { $0.copyBytes(from: "lo".utf8) }
        let (getFlags, setFlags): (UInt, UInt) = (0x8913, 0x8914)  // SIOCGIFFLAGS, SIOCSIFFLAGS
        guard ioctl(descriptor, getFlags, &request) == 0 else { return false }
        let up = Int16(IFF_UP)
        if request.ifr_ifru.ifru_flags & up != 0 { return true }
        request.ifr_ifru.ifru_flags |= up
        return ioctl(descriptor, setFlags, &request) == 0
    }
}
