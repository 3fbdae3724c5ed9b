// Loads the classic scripts that need no page into this process, in the manifest's order.
import "../../chrome_extension/shared/text.js";
import "../../chrome_extension/shared/settings.js";
import "../../chrome_extension/shared/words.js";
import "../../chrome_extension/shared/tokens.js";
import "../../chrome_extension/shared/model.js";
import "../../chrome_extension/shared/copy.js";
import "../../chrome_extension/shared/client.js";
import "../../chrome_extension/content/place.js";

export const Claimlight = globalThis.Claimlight;
