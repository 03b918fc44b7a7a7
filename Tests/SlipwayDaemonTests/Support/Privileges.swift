import Foundation
import SlipwayTestSupport
import Testing

/// What only root can try.
enum Privileges {
    /// Whether a test that needs root should run; where every change is checked it must.
    static let areThere = geteuid() == 0 || Checkout.isChecked

    static let comment: Comment = "needs root"

    /// The words before a command that run it as another user, who has nothing else running.
    static func asUser(_ uid: Int) -> [String] {
        ["/usr/bin/setpriv", "--reuid=\(uid)", "--regid=\(uid)", "--clear-groups"]
    }
}
