package import SlipwaySystem

extension SpareDescriptor {
    /// Takes a descriptor for work that must not fail later.
    ///
    /// - Parameter purpose: What it is for, as in `cannot reserve a descriptor for …`.
    /// - Returns: The descriptor, to be released when that work needs one.
    /// - Throws: None is available.
    package static func reserve(for purpose: String) throws(LoopError) -> SpareDescriptor {
        var spare = SpareDescriptor()
        guard spare.acquire() else {
            throw LoopError("reserve a descriptor for \(purpose)", .current)
        }
        return spare
    }
}
