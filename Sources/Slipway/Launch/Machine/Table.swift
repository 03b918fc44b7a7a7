/// A row of elements with one owner: what changes with every event of a launch.
///
/// An array asks at every change whether somebody shares it; the machine has millions of changes and
/// shares nothing. Not copied but by ``copy()``.
struct Table<Element: ~Copyable>: ~Copyable {
    private var elements: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 0) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    deinit {
        elements.deinitialize(count: count)
        elements.deallocate()
    }

    var indices: Range<Int> { 0..<count }

    subscript(index: Int) -> Element {
        @inline(__always) _read {
            assert(indices.contains(index))
            yield elements[index]
        }
        @inline(__always) _modify {
            assert(indices.contains(index))
            yield &elements[index]
        }
    }

    mutating func append(_ element: consuming Element) {
        if count == capacity { grow(to: max(16, 2 * capacity)) }
        (elements + count).initialize(to: element)
        count += 1
    }

    /// - Precondition: There is one.
    mutating func removeLast() -> Element {
        assert(count > 0)
        count -= 1
        return (elements + count).move()
    }

    mutating func removeAll() {
        elements.deinitialize(count: count)
        count = 0
    }

    private mutating func grow(to capacity: Int) {
        self.capacity = capacity
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        larger.moveInitialize(from: elements, count: count)
        elements.deallocate()
        elements = larger
    }
}

extension Table {
    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        elements.initialize(repeating: element, count: count)
        self.count = count
    }

    var isEmpty: Bool { count == 0 }

    mutating func removeAll(where matches: (Element) -> Bool) {
        var kept = 0
        for index in indices where !matches(elements[index]) {
            if kept < index { swap(&elements[kept], &elements[index]) }
            kept += 1
        }
        (elements + kept).deinitialize(count: count - kept)
        count = kept
    }

    /// Appends as many of an element as are missing to a count.
    mutating func extend(to count: Int, with element: Element) {
        guard count > self.count else { return }
        if count > capacity { grow(to: count) }
        (elements + self.count).initialize(repeating: element, count: count - self.count)
        self.count = count
    }

    func copy() -> Table {
        var copy = Table(capacity: count)
        copy.elements.initialize(from: elements, count: count)
        copy.count = count
        return copy
    }
}

extension Table: @unchecked Sendable where Element: Sendable & ~Copyable {}  // Owns its memory.
