internal import Glibc
internal import Synchronization

/// A worker's progress, in memory that survives the worker.
final class Progress: @unchecked Sendable {  // Nothing but atomics stands behind the pointer.
    enum Entry: Int, CaseIterable {
        /// The number of the running case, plus 1; 0 before the first one.
        case current
        /// The process that the worker started; 0 for none.
        case child
        /// The number of promises that were broken.
        case broken
        /// The number of inputs that were accepted as valid.
        case accepted
        /// The most memory that the watched process used, in kilobytes.
        case memory
    }

    private let numbers: UnsafeMutablePointer<Atomic<Int>>

    /// Opens the file, and creates it if needed.
    init(at path: String) {
        let size = MemoryLayout<Atomic<Int>>.stride * Entry.allCases.count
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard ftruncate(descriptor, off_t(size)) == 0, let memory, memory != MAP_FAILED else {
            perror("fuzz: cannot share \(path)")
            exit(EX_OSERR)
        }
        close(descriptor)
        // A new file's bytes are 0, and so are these numbers.
        numbers = memory.assumingMemoryBound(to: Atomic<Int>.self)
    }

    subscript(entry: Entry) -> Int {
        get { numbers[entry.rawValue].load(ordering: .acquiring) }
        set { numbers[entry.rawValue].store(newValue, ordering: .releasing) }
    }

    func count(_ entry: Entry) {
        numbers[entry.rawValue].add(1, ordering: .acquiringAndReleasing)
    }

    /// Records a memory use.
    func note(memory: Int) {
        numbers[Entry.memory.rawValue].max(memory, ordering: .acquiringAndReleasing)
    }
}
