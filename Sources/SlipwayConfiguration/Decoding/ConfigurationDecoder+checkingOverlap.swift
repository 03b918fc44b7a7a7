internal import Slipway

extension ConfigurationDecoder {
    /// Reports `replace: overlap` beside a sign of readiness that the old program gives as well.
    func checkOverlap(of program: ProgramSpecification, _ replace: Field?) {
        guard let replace, program.replace == .overlap, case .check(let ready, _) = program.ready
        else { return }
        let key: String
        switch ready.check {
        case .tcp: key = "tcp"
        case .http: key = "http"
        // A command may tell the two programs apart.
        case .exec: return
        }
        report(
            "the old program would answer ready: { \(key): … } in place of the new one; write ready: notify or "
                + "ready: { line: TEXT }, or replace: stopFirst",
            at: replace.node.origin,
            replace.path
        )
    }
}
