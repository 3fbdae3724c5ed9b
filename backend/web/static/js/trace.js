// @ts-check
// Describes the progress of a running check.

import { has, seconds, t } from "./words.js";

const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Removes control characters and characters that reorder or hide text. @param {string} text */
export const clean = (text) => text.replace(HIDDEN, "");

/** Returns the description of a stage as in the answer's log, or "" for an unknown stage. @param {string} stage */
export const doing = (stage) => (has(`card_stage_${stage}`) ? t(`card_stage_${stage}`) : "");

/** Returns one line for the trace of a running check. @param {any} event */
export const stepOf = (event) => ({ stage: doing(event.stage) || clean(event.stage), message: clean(event.message), time: seconds(event.elapsed_ms) });
