// Run by the worker after it put us into a page that an update may have left others of us in, each in a world of its own.
"use strict";
document.dispatchEvent(new Event("claimlight-successor"));
