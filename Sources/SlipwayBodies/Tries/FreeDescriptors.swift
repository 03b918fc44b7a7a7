internal import Glibc
internal import SlipwaySystem

/// Whether descriptors can be had, for what does not say so itself.
enum FreeDescriptors {
    /// Takes `count` descriptors, and gives them back.
    ///
    /// - Throws: There are fewer, for this process or for the whole machine.
    static func check(_ count: Int) throws(ErrorNumber) {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        for _ in 0..<count {
            let descriptor = socket(AF_UNIX, kind, 0)
            guard descriptor >= 0 else { throw .current }
            descriptors.append(descriptor)
        }
    }

    /// Why a lookup found no name, if that was for want of descriptors: the C library says of a
    /// name that it cannot ask for that there is none.
    static var shortage: ErrorNumber? {
        do throws(ErrorNumber) {
            // One to read the configuration, one to ask.
            try check(2)
            return nil
        } catch {
            return error
        }
    }
}
