/** The talk at the table: sending, quick phrases, muting people on this device, and a mark for what was not read. */

import { all, closest, loadJson, make, notice, one, randomHex, saveJson, say, setVisible } from "./kit.js";
import { append, region } from "./morph.js";

export class Talk {
    /** @type {Set<string>} */
    muted;
    /** The number of the last line that was read. */
    #read = 0;

    /**
     * @param {string} table
     * @param {import("./transport.js").Outbox} outbox
     */
    constructor(table, outbox) {
        this.table = table;
        this.outbox = outbox;
        this.muted = new Set(loadJson(`mute.${table}`) ?? []);
        document.addEventListener("submit", (event) => this.#onSubmit(event));
        document.addEventListener("click", (event) => this.#onClick(event));
        document.addEventListener("visibilitychange", () => this.look());
        document.addEventListener("toggle", () => this.look(), { capture: true });
        this.#read = newest();
        this.refresh();
    }

    /**
     * A new line came.
     * @param {string} html
     */
    add(html) {
        append("talk", [html]);
        this.refresh();
    }

    /** Everything is told anew: what is not said again was taken out. */
    clear() {
        region("talk")?.replaceChildren();
        one("#mutes")?.closest("details")?.remove();
        this.look();
    }

    /** Read is what can be seen; a drawer that opens shows it. */
    look() {
        if (!document.hidden && region("talk")?.checkVisibility?.()) this.#read = Math.max(this.#read, newest());
        const unread = lines().filter((line) => !line.hidden && numberOf(line) > this.#read).length;
        for (const opener of all("[popovertarget='drawer-talk']:not(.close)")) {
            if (opener.dataset.unread === String(unread)) continue;
            opener.dataset.unread = String(unread);
            opener.toggleAttribute("data-new", unread > 0);
            const words = one("[data-unread-words]", opener);
            if (words) words.textContent = unread ? say("client.talk.unread", { count: unread }) : "";
        }
    }

    /** Hides what muted people say, and offers everybody who spoke for muting. */
    refresh() {
        /** @type {Map<string, string>} */
        const speakers = new Map();
        for (const line of lines()) {
            const who = speaker(line);
            setVisible(line, !this.muted.has(who));
            speakers.set(who, one("b", line)?.textContent?.trim() || line.dataset.who || "");
        }
        const form = one("#say");
        if (form && speakers.size) {
            let list = one("#mutes");
            if (!list) {
                const details = make("details", { class: "phrases" });
                details.append(make("summary", {}, say("client.talk.mute")));
                list = details.appendChild(make("div", { id: "mutes", class: "chips" }));
                form.parentElement?.append(details);
            }
            for (const [who, name] of speakers) {
                let button = all("[data-mute]", list).find((chip) => chip.dataset.mute === who);
                button ??= list.appendChild(make("button", { type: "button", class: "chip", "data-mute": who }));
                if (button.textContent !== name) button.textContent = name;
                button.setAttribute("aria-pressed", String(this.muted.has(who)));
            }
        }
        this.look();
    }

    /** @param {SubmitEvent} event */
    #onSubmit(event) {
        const form = event.target;
        if (!(form instanceof HTMLFormElement) || form.id !== "say") return;
        event.preventDefault();
        const field = one("input[name='text']", form);
        const text = field?.value.trim() ?? "";
        if (!field || !text) return;
        field.value = "";
        this.#send("text", text, field);
    }

    /** @param {MouseEvent} event */
    #onClick(event) {
        const phrase = closest(event, "[data-phrase]");
        const mute = closest(event, "[data-mute]");
        if (phrase) this.#send("phrase", phrase.dataset.phrase ?? "", null);
        if (mute) {
            const who = mute.dataset.mute ?? "";
            if (!this.muted.delete(who)) this.muted.add(who);
            saveJson(`mute.${this.table}`, [...this.muted]);
            this.refresh();
        }
    }

    /**
     * @param {string} kind
     * @param {string} text
     * @param {HTMLInputElement | null} field  gets its text back if it was refused
     */
    async #send(kind, text, field) {
        const { status, data } = await this.outbox.post(`/t/${this.table}/say`, { key: randomHex(12), kind, text });
        if (status < 400) return;
        if (field && !field.value) field.value = text;
        notice(data.message ?? say("client.refused"));
    }
}

const lines = () => all("#r-talk > li");

/** @param {HTMLElement} line */
const numberOf = (line) => Number(line.dataset.n ?? 0);

const newest = () => Math.max(0, ...lines().map(numberOf));

/**
 * Who said a line: the same person whatever they are called, and not whoever comes into their seat.
 * @param {HTMLElement} line
 */
const speaker = ({ dataset: { by } }) => by ?? "";
