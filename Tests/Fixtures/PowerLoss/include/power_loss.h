#pragma once

/// The name of a layer of SQLite over the file system, which keeps beside each file, in
/// `PATH.synced`, what was in it when it was synced last: what is sure to survive a power loss.
/// Where there is such a file, what the process syncs itself goes there as well.
extern const char *_Nonnull const slipway_power_loss;

/// Makes the layer known to SQLite; once is enough.
void slipway_register_power_loss(void);
