internal import Glibc
internal import SlipwayLoop
internal import SlipwaySystem

/// Tells when the kernel has changed a file of a control group; one descriptor for all.
@Loop
final class GroupWatch {
    private let descriptor: Int32
    private var watch: DescriptorWatch?
    private var handlers: [Int32: @Loop () -> Void] = [:]
    /// Room for many events: none has a name.
    private static let room = 4096
    /// The bytes of an event before its name.
    private nonisolated static let header = 16

    /// Begins; nothing is watched yet.
    ///
    /// - Returns: `nil` if the kernel has no more such descriptors for this user.
    init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        do throws(LoopError) {
            watch = try DescriptorWatch(descriptor, for: .readable) { [self] _ in read() }
        } catch {
            close(descriptor)
            return nil
        }
    }

    /// Watches a file.
    ///
    /// - Returns: What ends the watch; `nil` if there can be no further one.
    func add(_ path: String, _ handler: @escaping @Loop () -> Void) -> Int32? {
        let number = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY))
        guard number >= 0 else { return nil }
        handlers[number] = handler
        return number
    }

    /// Ends a watch; a file that is gone has none any more.
    func remove(_ number: Int32) {
        guard handlers.removeValue(forKey: number) != nil else { return }
        inotify_rm_watch(descriptor, number)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: Self.room)
        var changed: Set<Int32> = []
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            guard count >= Self.header else { break }
            changed.formUnion(Self.numbers(in: bytes[..<count]))
        }
        for number in changed { handlers[number]?() }
    }

    /// The watches whose files have changed; see inotify(7).
    nonisolated static func numbers(in bytes: ArraySlice<UInt8>) -> [Int32] {
        var (numbers, rest) = ([Int32](), bytes)
        while rest.count >= header {
            let (number, length) = rest.withUnsafeBytes { bytes in
                (
                    bytes.loadUnaligned(as: Int32.self),
                    bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)
                )
            }
            numbers.append(number)
            rest = rest.dropFirst(header + Int(length))
        }
        return numbers
    }
}
