/// The error of a body that was interrupted: what ran it ended, and nothing says how far it came.
///
/// A launch action of the effect ``ActionPolicy/Effect/once`` ends as interrupted with this error;
/// an action of the other effect runs again, unless ``ActionPolicy/interruptionLimit`` of its
/// attempts were interrupted.
package protocol InterruptingError: Error {}
