/** All that a page of ours needs to draw answers, for the popup and the panel; pages of the web are given the same by parts.js. */

import "./text.js";
import "./i18n.js";
import "./reach.js";
import "./settings.js";
import "./words.js";
import "./tokens.js";
import "./styles.js";
import "./styles_more.js";
import "./dom.js";
import "./passage.js";
import "./calibration.js";
import "./shape.js";
import "./reports.js";
import "./model.js";
import "./copy.js";
import "./review.js";
import "./client.js";
import "./view_calibration.js";
import "./view_evidence.js";
import "./view_verdict.js";
import "./view_details.js";
import "./view_notices.js";
import "./view_decided.js";
import "./view_tools.js";
import "./view_failure.js";
import "./view.js";
