// Runs after the worker has injected the content scripts. Shuts down older instances that an update has left behind in isolated worlds.
"use strict";
document.dispatchEvent(new Event("claimlight-successor"));
