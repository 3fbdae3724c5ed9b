// The worker runs this after injecting the content scripts, to shut down older instances that an update left in isolated worlds.
"use strict";
document.dispatchEvent(new Event("claimlight-successor"));
