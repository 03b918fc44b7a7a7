// A test of what becomes of a launch needs one import: the computation is `SlipwayPictures`'s, since the
// command prints it too.
@_exported public import SlipwayPictures
@_exported public import SlipwayReport
