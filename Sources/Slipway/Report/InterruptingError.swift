/// The error of a body that was interrupted: what ran it ended, and nothing says how far it came.
///
/// A launch action of the effect ``ActionPolicy/Effect/once`` ends as interrupted with it; another
/// one runs again, at most ``ActionPolicy/interruptions`` times.
package protocol InterruptingError: Error {}
