import Foundation
import SlipwayTestSupport
import Testing

/// Tests that only root can run.
enum Privileges {
    /// A test that needs root should run; where every change is checked it must.
    static let areThere = geteuid() == 0 || Checkout.isChecked

    static let comment: Comment = "needs root"

    /// The prefix of a command to run it as another user, who has no other process.
    static func asUser(_ uid: Int) -> [String] {
        ["/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"]
    }
}
