internal import Glibc
internal import Slipway

/// The file that a path named when it was opened.
struct NamedFile {
    let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Takes the open file for what the path names.
    init(_ path: String, descriptor: Int32) {
        var status = stat()
        fstat(descriptor, &status)
        self.path = path
        device = status.st_dev
        inode = status.st_ino
    }

    /// The path names nothing any more, or another file; one call of the system.
    var isLost: Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return status.st_dev != device || status.st_ino != inode
    }

    /// The error for a lost file, with what helps.
    var loss: StoreError {
        StoreError("\(path) was removed or replaced while the service ran; restart the service")
    }
}
