/// First in, first out, in amortised constant time.
struct Fifo<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }

    /// The element at a position; the first element has position 0.
    subscript(index: Int) -> Element {
        get { elements[head + index] }
        set { elements[head + index] = newValue }
    }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        removeFirst(1)
        return first
    }

    /// Removes so many of the first elements; there are at least as many.
    mutating func removeFirst(_ removed: Int) {
        head += removed
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }

    /// Takes the element at a position, from 0; the first element goes to that position.
    mutating func pop(at index: Int) -> Element? {
        guard index < count else { return nil }
        elements.swapAt(head, head + index)
        return popFirst()
    }

    mutating func removeAll(where matches: (Element) -> Bool) {
        elements.removeFirst(head)
        head = 0
        elements.removeAll(where: matches)
    }
}
