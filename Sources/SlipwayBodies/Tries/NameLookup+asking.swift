internal import Glibc
internal import SlipwayConfiguration
internal import SlipwaySystem

extension NameLookup {
    /// Asks the C library, which may block the thread.
    static func addresses(of host: NetworkHost, flags: Int32 = AI_ADDRCONFIG) -> Addresses {
        var hints = addrinfo()
        hints.ai_flags = flags
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host.name, nil, &hints, &list)
        guard code == 0 else { return .failure(failure(code, of: host)) }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = list
        while let entry = next?.pointee {
            addresses.append(SocketAddress(entry.ai_addr, length: entry.ai_addrlen))
            next = entry.ai_next
        }
        return .success(addresses)
    }

    private static func failure(_ code: Int32, of host: NetworkHost) -> LookupFailure {
        let number = code == EAI_SYSTEM ? ErrorNumber.current : FreeDescriptors.shortage
        if let number { return LookupFailure(host, "\(number)", isShortage: number.isShortage) }
        let words = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
        return LookupFailure(host, words, isShortage: code == EAI_MEMORY)
    }
}

extension SocketAddress {
    /// The address with another port.
    func withPort(_ port: UInt16) -> SocketAddress {
        withPointer { pointer, length in
            var storage = sockaddr_storage()
            memcpy(&storage, pointer, Int(length))
            return withUnsafeMutablePointer(to: &storage) { storage in
                // The port is in the same place for IPv4 and IPv6.
                storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    $0.pointee.sin_port = port.bigEndian
                }
                return storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    SocketAddress($0, length: length)
                }
            }
        }
    }
}
