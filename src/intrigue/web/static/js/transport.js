/**
 * The line to the server: numbered frames come in order and once, and what is sent is sent until it is answered.
 *
 * `Line` listens by WebSocket, or by long poll where sockets do not get through, and says after every break which
 * version it has. `Outbox` repeats a POST under the same key, so a lost answer costs nothing.
 */

/** @import {Answer, Message, Trouble} from "../../types/wire.js" */

/** @typedef {"joining" | "online" | "waiting" | "away" | "closed"} State */

const OPENING = 8000; // a socket that takes longer to open will not
const BRIEF = 1500; // a socket that closes sooner, with nothing said, was never one
const SILENT = 3000; // an acknowledged move that has not come back by then: the line is dead
const ALIVE = 25000; // a sign of life, so that both ends find out when the other is gone
const ANSWER = 8000; // which is answered by then, or the line is dead
const POLLING = 40000; // longer than the server lets anybody wait
const SOCKET_AGAIN = 60000; // so long we poll before trying a socket again
const GONE = [401, 403, 404, 410];
const LATER = [408, 425, 429, 502, 503, 504];

/**
 * How long to wait before the next try: soon at first, never in step with the other browsers.
 * @param {number} tries
 */
const patience = (tries) => Math.min(500 * 2 ** tries, tries < 20 ? 3000 : 10000) * (0.5 + Math.random() / 2);

export class Line {
    /** @type {State} */
    state = "joining";
    /** What the server says is wrong with its database, if anything. @type {Trouble} */
    trouble = "";
    /** Whether the reader is before this page; asked whenever a connection is made. */
    present = () => false;
    #run = 0; // what an earlier connection still has to say is not heard
    #failures = 0; // sockets in a row that did not open
    #tries = 0;
    #asked = false; // whether we asked for the whole table
    /** @type {number[]} */
    #resyncs = []; // when
    #hidden = 0;
    /** @type {WebSocket | null} */
    #socket = null;
    /** @type {AbortController | null} */
    #poll = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {{table: string, viewer: string, version: number, talk: number, rewritten: number,
     *     receive: (message: Message, anew: boolean) => void, onChange: (state: State) => void}} ways
     */
    constructor({ table, viewer, version, talk, rewritten, receive, onChange }) {
        this.table = table;
        this.viewer = viewer;
        this.version = version;
        this.talk = talk;
        this.rewritten = rewritten; // how often somebody was taken out of the table before what we show
        this.receive = receive;
        this.onChange = onChange;
    }

    /** Connects, and comes back by itself from then on. */
    start() {
        this.#connect();
        addEventListener("online", () => this.wake());
        addEventListener("offline", () => this.#become("waiting"));
        addEventListener("pageshow", (event) => event.persisted && this.wake(true));
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) this.#hidden = Date.now();
            else this.wake(Date.now() - this.#hidden > 20000);
        });
    }

    /**
     * Tries at once if the line is down; `anew` also if it only looks alive, as after a phone's sleep.
     * @param {boolean} [anew]
     */
    wake(anew = false) {
        if (this.state === "closed" || (this.state === "online" && !anew)) return;
        this.#tries = this.#failures = 0;
        this.#connect();
    }

    /** Asks for the whole table anew: what we have does not fit what comes. */
    resync() {
        this.#asked = true;
        this.#resyncs = [...this.#resyncs.filter((when) => Date.now() - when < 10000), Date.now()];
        if (this.#resyncs.length > 5) return this.#close(); // rather say so than go round for ever
        this.#connect();
    }

    /**
     * The server acknowledged a request as this version: its frame must come.
     * @param {number} version
     */
    expect(version) {
        const run = this.#run;
        setTimeout(() => this.version < version && this.#lost(run), SILENT);
    }

    /**
     * The line looks alive and is not: a new one is tried at once.
     * @param {number} run
     */
    #lost(run) {
        if (run !== this.#run) return;
        this.#become("waiting");
        this.#connect();
    }

    /**
     * Says that the reader is active here ("!"), or does not see this page any more ("-").
     * @param {"!" | "-"} sign
     */
    sign(sign) {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(sign);
    }

    #connect() {
        this.#drop();
        const run = ++this.#run;
        if (this.#failures < 2) this.#listen(run);
        else this.#ask(run);
    }

    #drop() {
        clearTimeout(this.#timer);
        this.#run++;
        this.#poll?.abort();
        this.#socket?.close();
        this.#poll = this.#socket = null;
    }

    #close() {
        this.#drop();
        this.#become("closed");
    }

    /** @param {State} state */
    #become(state) {
        if (this.state === "closed" || this.state === state) return;
        this.state = state;
        this.trouble = ""; // a new line tells it again
        this.onChange(state);
    }

    /** @param {string} way */
    #address(way) {
        const since = this.#asked ? 0 : this.version;
        const active = way === "poll" && this.present() ? "&active=1" : "";
        const trouble = this.trouble && `&trouble=${this.trouble}`; // what we show already is no news
        const talk = `&talk=${this.#asked ? 0 : this.talk}&lang=${document.documentElement.lang}`; // no browser must tell its own
        return new URL(`/t/${this.table}/${way}?since=${since}${talk}&rewritten=${this.rewritten}${active}${trouble}`, location.href);
    }

    /** @param {number} run */
    #listen(run) {
        const address = this.#address("live");
        address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
        const socket = new WebSocket(address);
        this.#socket = socket;
        const slow = setTimeout(() => socket.close(), OPENING);
        /** @type {ReturnType<typeof setTimeout> | undefined} */
        let unanswered;
        const beat = setInterval(() => {
            if (socket.readyState !== WebSocket.OPEN) return;
            socket.send(".");
            unanswered ??= setTimeout(() => this.#lost(run), ANSWER);
        }, ALIVE);
        let opened = 0;
        let told = false;
        socket.onopen = () => {
            clearTimeout(slow);
            opened = Date.now();
            if (run !== this.#run) return;
            if (this.present()) this.sign("!");
            this.#become("online");
        };
        socket.onmessage = (event) => {
            if (run !== this.#run) return;
            told = true;
            clearTimeout(unanswered);
            unanswered = undefined;
            this.#failures = this.#tries = 0;
            this.#hear(JSON.parse(event.data));
        };
        socket.onclose = (event) => {
            clearTimeout(slow);
            clearInterval(beat);
            clearTimeout(unanswered);
            if (run !== this.#run) return;
            const restart = event.code === 1012;
            const good = told || restart || (opened > 0 && Date.now() - opened > BRIEF);
            this.#failures = good ? 0 : this.#failures + 1;
            if (good) this.#tries = 0;
            if (event.code === 1008 || event.code >= 4000) this.#failures = 2; // a poll tells why
            this.#again(restart ? Math.random() * 300 : undefined);
        };
    }

    /** @param {number} run */
    async #ask(run) {
        const until = Date.now() + SOCKET_AGAIN;
        while (run === this.#run) {
            const began = Date.now();
            const stop = new AbortController();
            this.#poll = stop;
            const late = setTimeout(() => stop.abort(), POLLING);
            /** @type {Message[]} */
            let messages = [];
            try {
                const answer = await fetch(this.#address("poll"), { signal: stop.signal, cache: "no-store" });
                if (run !== this.#run) return;
                if (GONE.includes(answer.status)) return this.#close();
                if (!answer.ok) throw new Error(String(answer.status));
                /** @type {{messages: Message[]}} */
                const body = await answer.json();
                messages = body.messages;
            } catch {
                if (run !== this.#run) return;
                this.#failures = 0;
                return this.#again();
            } finally {
                clearTimeout(late);
            }
            if (run !== this.#run) return;
            this.#tries = 0;
            this.#become("online");
            for (const message of messages) if (run === this.#run) this.#hear(message);
            if (run !== this.#run) return;
            if (Date.now() > until) {
                this.#failures = 1; // one socket that fails brings us back here
                return this.#connect();
            }
            if (!messages.length && Date.now() - began < 500) await new Promise((go) => setTimeout(go, 1000));
        }
    }

    /** @param {number} [delay] */
    #again(delay) {
        this.#become(this.#tries > 4 ? "away" : "waiting");
        this.#timer = setTimeout(() => this.#connect(), delay ?? patience(this.#tries));
        this.#tries++;
    }

    /** @param {Message} message */
    #hear(message) {
        let anew = false;
        if (message.type === "frame") {
            if (this.#asked) return; // what we asked for is not here yet
            if (message.for !== this.viewer) return this.resync();
            if (message.v <= this.version) return;
            if (message.v !== this.version + 1) return this.resync();
            this.version = message.v;
        } else if (message.type === "snapshot") {
            // Somebody else's view is taken only as the answer to our own question: we may have changed seats.
            if (message.for !== this.viewer && !this.#asked) return this.resync();
            this.viewer = message.for;
            if (this.#asked) this.talk = 0; // the talk comes anew as well
            anew = this.#asked;
            this.#asked = false;
            this.version = message.v;
            this.rewritten = message.rewritten ?? this.rewritten;
        } else if (message.type === "talk") {
            if (message.n <= this.talk) return;
            this.talk = message.n;
        } else if (message.type === "trouble") {
            this.trouble = message.why;
        } else if (message.type === "resync") {
            return this.resync();
        }
        this.receive(message, anew);
    }
}

export class Outbox {
    /** How many deeds wait for a server that did not answer. */
    kept = 0;
    /** What the server said is wrong with it the last time it answered. @type {Trouble} */
    why = "";
    /** @type {Set<() => void>} */
    #sleepers = new Set();

    /**
     * @param {string} token
     * @param {() => void} onChange  called when `kept` changes
     */
    constructor(token, onChange) {
        this.token = token;
        this.onChange = onChange;
    }

    /** Tries again now what waits. */
    wake() {
        for (const up of [...this.#sleepers]) up();
    }

    /**
     * Sends until there is an answer that will not change by sending again.
     * @template [T=unknown]
     * @param {string} address
     * @param {object} body
     * @returns {Promise<Answer<T>>}
     */
    async post(address, body) {
        let waits = false;
        for (let tries = 0; ; tries++) {
            /** @type {Answer<T>} */
            const answer = await this.#send(address, body);
            const passing = LATER.includes(answer.status) || answer.status >= 500;
            const fault = answer.status === 429 || (answer.status >= 500 && !LATER.includes(answer.status));
            const why = answer.data.why ?? "";
            if (answer.status && (!passing || (fault && tries > 3))) {
                this.why = why;
                if (waits) {
                    this.kept--;
                    this.onChange();
                }
                return answer;
            }
            if (!waits) {
                waits = true;
                this.kept++;
                this.why = why;
                this.onChange();
            } else if (why !== this.why) {
                this.why = why;
                this.onChange();
            }
            await this.#sleep(answer.status === 429 ? 1000 + patience(tries) : patience(tries));
        }
    }

    /**
     * @template [T=unknown]
     * @param {string} address
     * @param {object} body
     * @returns {Promise<Answer<T>>}
     */
    async #send(address, body) {
        const stop = new AbortController();
        const late = setTimeout(() => stop.abort(), OPENING);
        try {
            const response = await fetch(address, {
                method: "POST",
                headers: { "Content-Type": "application/json", Accept: "application/json", "X-Intrigue": this.token },
                body: JSON.stringify(body),
                signal: stop.signal,
                keepalive: true, // a move made while leaving the page still goes out
            });
            const text = await response.text(); // half an answer is none: this throws, and we ask again
            return {
                status: response.status,
                data: response.headers.get("Content-Type")?.includes("json") ? JSON.parse(text) : {},
            };
        } catch {
            return { status: 0, data: {} };
        } finally {
            clearTimeout(late);
        }
    }

    /** @param {number} time */
    #sleep(time) {
        return new Promise((resolve) => {
            const up = () => {
                clearTimeout(timer);
                this.#sleepers.delete(up);
                resolve(undefined);
            };
            const timer = setTimeout(up, time);
            this.#sleepers.add(up);
        });
    }
}
