/// An edge of a launch's graph, in the list of one of its two operations.
struct Link: Hashable, Sendable {
    /// The other operation.
    var index: Int { Int(number) }
    let kind: DependencyKind
    private let number: Int32

    init(index: Int, kind: DependencyKind) {
        number = Int32(index)
        self.kind = kind
    }
}

/// A list of edges for each of a growing number of operations, all in one array.
///
/// The lists of a graph lie side by side, in order. A list that grows later moves to the end of the
/// array; once more than half of the array is left behind, it is made anew.
struct EdgeLists: Sendable {
    private struct Span: Sendable {
        var start: Int32 = 0
        var count: Int32 = 0
        var capacity: Int32 = 0
    }

    private var spans: [Span] = []
    private var links: [Link] = []
    /// The number of elements of the array that belong to a list.
    private var used = 0

    /// The number of lists.
    var count: Int { spans.count }

    /// The number of elements of the array, those that are left behind included.
    var positionCount: Int { links.count }

    /// The positions of one list in the array, for ``subscript(link:)``.
    @inline(__always)
    func positions(of index: Int) -> Range<Int> {
        let span = spans[index]
        return Int(span.start)..<Int(span.start + span.count)
    }

    @inline(__always)
    subscript(link position: Int) -> Link { links[position] }

    /// The edges of one operation.
    subscript(index: Int) -> ArraySlice<Link> { links[positions(of: index)] }

    mutating func reserve(lists: Int, edges: Int) {
        spans.reserveCapacity(lists)
        links.reserveCapacity(edges)
    }

    /// Begins the next list.
    mutating func appendList() { spans.append(Span(start: Int32(links.count))) }

    /// Begins a list, or replaces an earlier one by an empty list.
    mutating func beginList(at index: Int) {
        if index < spans.count {
            used -= Int(spans[index].capacity)
            spans[index] = Span()
        } else {
            appendList()
        }
    }

    /// Appends to the last list, as long as none has grown otherwise.
    mutating func append(_ link: Link) {
        links.append(link)
        used += 1
        spans[spans.count - 1].count += 1
        spans[spans.count - 1].capacity += 1
    }

    mutating func append(_ link: Link, to index: Int) {
        if spans[index].count == spans[index].capacity { grow(index) }
        let position = Int(spans[index].start + spans[index].count)
        links[position] = link
        spans[index].count += 1
    }

    private mutating func grow(_ index: Int) {
        let span = spans[index]
        compactIfSparse()
        move(index, capacity: max(4, 2 * Int(span.capacity)))
    }

    private mutating func move(_ index: Int, capacity: Int) {
        // A slice would share the array that grows.
        let list = Array(self[index])
        used += capacity - Int(spans[index].capacity)
        spans[index].start = Int32(links.count)
        spans[index].capacity = Int32(capacity)
        links += list
        let free = Link(index: 0, kind: .after)
        links += repeatElement(free, count: capacity - list.count)
    }

    private mutating func compactIfSparse() {
        guard links.count > 64, links.count > 2 * used else { return }
        let old = links
        links = []
        links.reserveCapacity(used)
        used = 0
        for index in spans.indices {
            let list = old[positions(of: index)]
            spans[index].start = Int32(links.count)
            spans[index].capacity = spans[index].count
            used += list.count
            links += list
        }
    }

    mutating func removeAll(from index: Int, where matches: (Link) -> Bool) {
        var kept = Int(spans[index].start)
        for position in positions(of: index) where !matches(links[position]) {
            links[kept] = links[position]
            kept += 1
        }
        spans[index].count = Int32(kept) - spans[index].start
    }

    /// The operations, each after all that its list names, as far as that is possible: those that are
    /// on a cycle, or lead to one, are left out.
    func order(reversed: EdgeLists) -> [Int] {
        Digraph.order(spans.map { Int($0.count) }) { index in
            reversed.positions(of: index).lazy.map { reversed[link: $0].index }
        }
    }

    /// The same edges in the lists of the other operations, each list in the order of the
    /// operations that it names.
    var reversed: EdgeLists {
        var reversed = EdgeLists()
        reversed.spans = [Span](repeating: Span(), count: count)
        for index in spans.indices {
            for position in positions(of: index) {
                reversed.spans[links[position].index].capacity += 1
            }
        }
        var start: Int32 = 0
        for index in spans.indices {
            reversed.spans[index].start = start
            start += reversed.spans[index].capacity
        }
        reversed.used = Int(start)
        reversed.links = [Link](repeating: Link(index: 0, kind: .after), count: Int(start))
        for index in spans.indices {
            for position in positions(of: index) {
                let link = links[position]
                let span = reversed.spans[link.index]
                reversed.links[Int(span.start + span.count)] = Link(index: index, kind: link.kind)
                reversed.spans[link.index].count += 1
            }
        }
        return reversed
    }
}
