/** A way to the next table that waits for the reader, shown only while another one does. */

import { fetchJson, one } from "./kit.js";

/** @import {Result} from "../../types/wire.js" */

const way = one("a#next-table");

/** Asks whether another table waits. */
export async function lookForOthers() {
    if (!way) return;
    const address = way.href.replace("/next", "/waiting");
    /** @type {Result<{waiting: number}>} */
    const { ok, data } = await fetchJson(address, { headers: { Accept: "application/json" } });
    way.hidden = !ok || !data.waiting; // without an answer the line says what is wrong
}

document.addEventListener("visibilitychange", () => document.hidden || lookForOthers());
