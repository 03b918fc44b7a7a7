internal import Glibc

/// Checks whether descriptors are available, for calls that do not report their lack.
package enum FreeDescriptors {
    /// Takes `count` descriptors, and gives them back.
    ///
    /// - Throws: There are fewer, for this process or for the whole machine.
    package static func check(_ count: Int) throws(ErrorNumber) {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        for _ in 0..<count {
            let descriptor = socket(AF_UNIX, kind, 0)
            guard descriptor >= 0 else { throw .current }
            descriptors.append(descriptor)
        }
    }

    /// The error if a look-up, or the loading of a library, failed for lack of descriptors.
    ///
    /// The C library reports such a name as one that does not exist.
    package static var shortage: ErrorNumber? {
        do throws(ErrorNumber) {
            // One to read the resolver's configuration, one to ask.
            try check(2)
            return nil
        } catch {
            return error
        }
    }
}
