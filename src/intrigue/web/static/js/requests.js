/**
 * What the reader asks of the table: posted with the version it was asked at, and done, refused or repeated.
 *
 * If the table went on meanwhile but nothing of the game happened (somebody sat down, voted, came back), the same
 * demand is made again by itself; otherwise the reader sees the new table and is told.
 */

import { notice, randomHex, say } from "./kit.js";
import { showRefusal } from "./lesson.js";

const REPEATS = 4;

export class Demands {
    /**
     * @param {string} table
     * @param {import("./transport.js").Outbox} outbox
     * @param {import("./transport.js").Line} line
     * @param {import("./frame_player.js").Player} player
     */
    constructor(table, outbox, line, player) {
        this.table = table;
        this.outbox = outbox;
        this.line = line;
        this.player = player;
    }

    /**
     * Asks, and resolves when the page shows what came of it.
     * @param {import("../../types/wire.js").Request} request
     * @param {number} version  what the reader saw
     * @param {() => number | null} now  the version to ask at if the same thing is still asked for, else null
     * @returns {Promise<boolean>} whether it was done
     */
    async make(request, version, now) {
        notice("");
        let expected = version;
        for (let tries = 0; ; tries++) {
            const body = { key: randomHex(16), expected, request };
            const { status, data } = await this.outbox.post(`/t/${this.table}/do`, body);
            if (status < 400) {
                await this.#reach(data.version ?? expected + 1);
                return true;
            }
            if (status === 409 && typeof data.version === "number") {
                await this.#reach(data.version);
                const fresh = now();
                if (fresh !== null && tries < REPEATS && this.player.isQuiet(expected)) {
                    expected = Math.max(fresh, data.version);
                    continue;
                }
            }
            if (!showRefusal(data.message)) notice(data.message ?? say("client.refused"));
            return false;
        }
    }

    /** @param {number} version */
    #reach(version) {
        this.line.expect(version);
        return this.player.reach(version);
    }
}
