/** What the server says to the browser's scripts, as `frames.py`, `live.py` and the routes make it. */

/** The HTML of a region, or the new ones of its pieces by their places. */
export type Region = string | Record<number, string>;

/** A movement or a mark: `do` says which; places are ids of elements. */
export interface Effect {
    do: string;
    at?: string;
    from?: string;
    to?: string;
    n?: number;
    /** What coins look like, where they are no coins. */
    picture?: string;
}

/** One event of a frame: what is said, seen and moved, and how many milliseconds it takes at normal speed. */
export interface Step {
    say?: string;
    pause?: number;
    regions?: Record<string, Region>;
    fx?: Effect[];
}

/** The clock of the seat that is to act; times in milliseconds. */
export interface Clock {
    kind: string;
    seat: number;
    left: number;
    whole: number;
}

/** What a page can show as a whole: what one log entry did, or all of a table. */
export interface Frame {
    type: "frame" | "snapshot";
    v: number;
    steps?: Step[];
    regions?: Record<string, Region>;
    log?: string[];
    title?: string;
    turn?: boolean;
    clock?: Clock | null;
    phase?: string;
    sound?: string;
}

/** What a page of a table is told, by socket or by poll. */
export type Message =
    | (Frame & { type: "frame"; for: string })
    | (Frame & { type: "snapshot"; for: string; rewritten?: number })
    | { type: "talk"; n: number; html: string }
    | { type: "people"; html: string }
    | { type: "remind"; seat: number; left: number }
    | { type: "trouble"; why: Trouble }
    | { type: "resync" }
    | { type: "alive" };

/** What is wrong with the server's database, if anything. */
export type Trouble = "" | "full" | "busy" | "away";

/** What a page asks of a table: something to do, and what belongs to it. */
export interface Request {
    do: string;
    seat?: number;
    move?: string;
    nonce?: string;
}

/** What is wrong, in a sentence for the reader, and how far the table is meanwhile. */
export interface Fault {
    message?: string;
    plain?: string; // the same without the line of a text that the reader does not see
    why?: Trouble;
    version?: number;
}

/** The answer to a POST; 0: there was none. Nothing of it can be relied on but the status. */
export interface Answer<T> {
    status: number;
    data: Partial<T> & Fault;
}

/** The answer to a question: what was asked for, or what is wrong. */
export type Result<T> = { ok: true; data: T & Fault } | { ok: false; data: (Partial<T> & Fault) | null };

/** An earlier moment of a table; `before` and `after` are the versions beside it, 0: none. */
export interface Then {
    v: number;
    for: string;
    phase: string;
    regions: Record<string, string>;
    number: number;
    before: number;
    after: number;
}

/** What a seat of a device that is passed round sees while its curtain is up. */
export interface Private {
    regions: Record<string, string>;
    peek: string;
}

/** One step of a game that is over. */
export interface Stop extends Frame {
    for: string;
    step: number;
    number: number;
}

/** A record that the sandbox shows or sets up. */
export interface Tried {
    text: string;
    way: string;
    game: string;
    edition: string;
    seats: string;
}

/** A record at one of its steps. */
export interface Look extends Tried, Frame {
    step: number;
}

/** A position that is set up, drawn, and whether it can be played. */
export interface Draft extends Tried {
    setup: string;
    head: string;
    possible: boolean;
    message: string;
}

/** A seat for a program. */
export interface Lent {
    address: string;
    token: string;
}
