/** What the scripts find in the page. */

/** The element that a selector finds: named by its tag, its kind is known, else it is any element of HTML. */
export type Found<Selector extends string> = Selector extends `${string},${string}`
    ? HTMLElement
    : Tagged<Cut<Cut<Cut<Cut<Last<Selector>, "#">, ".">, "[">, ":">>;

type Tagged<Name> = Name extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Name]
    : Name extends keyof SVGElementTagNameMap
      ? SVGElementTagNameMap[Name]
      : HTMLElement;

type Last<Selector> = Selector extends `${string} ${infer Rest}` ? Last<Rest> : Selector;

type Cut<Selector, Sign extends string> = Selector extends `${infer Name}${Sign}${string}` ? Name : Selector;

/** A move of the game: what is sent, the parts it is picked by, and a sentence that says it. */
export type Move = [move: string, parts: string[], sentence: string];

/** What this browser keeps of a fair deal. */
export interface Deal {
    table: string;
    commitment: string;
    nonces: Record<string, string>;
}

/** What this device keeps of web push: the site's key, and the mark of what the server was told. */
export interface Push {
    key: string;
    mark: string;
}

// What comes from outside is unknown until somebody says what it is; by itself it would pass for anything. And a copy
// is of its original's kind.
declare global {
    interface JSON {
        parse<T = unknown>(text: string): T;
    }
    interface Response {
        json<T = unknown>(): Promise<T>;
    }
    interface HTMLElement {
        cloneNode(subtree?: boolean): HTMLElement;
    }
}
