// Run by the worker after it injected us into a page that may contain older instances, left by an update, each in a world of its own.
"use strict";
document.dispatchEvent(new Event("claimlight-successor"));
