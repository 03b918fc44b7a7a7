extension Int {
    /// A number of bytes as systemctl(1) writes it: `512B`, `1.2K`, `34.5M`, `2.0G`.
    var bytesText: String {
        var (value, unit) = (Double(self), "B")
        for next in ["K", "M", "G", "T"] where value >= 1024 {
            (value, unit) = (value / 1024, next)
        }
        guard unit != "B" else { return "\(self)B" }
        let tenths = Int(value * 10)
        return "\(tenths / 10).\(tenths % 10)\(unit)"
    }
}
