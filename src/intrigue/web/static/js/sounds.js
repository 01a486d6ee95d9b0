/** Six small sounds of our own, made as they are needed; silent until the reader has touched the page. */

/** @typedef {[wave: OscillatorType, from: number, to: number, at: number, length: number, loud: number]} Tone */

/** @type {Record<string, Tone[]>} */
const SOUNDS = {
    turn: [
        ["sine", 660, 660, 0, 0.16, 0.22],
        ["sine", 880, 880, 0.14, 0.3, 0.22],
    ], // two bells
    place: [["triangle", 190, 90, 0, 0.09, 0.35]], // a card on wood
    reveal: [
        ["triangle", 320, 520, 0, 0.12, 0.2],
        ["sine", 780, 780, 0.1, 0.22, 0.14],
    ],
    fall: [
        ["sawtooth", 240, 55, 0, 0.32, 0.14],
        ["triangle", 80, 45, 0.06, 0.34, 0.3],
    ],
    coins: [
        ["sine", 1560, 1560, 0, 0.09, 0.12],
        ["sine", 2090, 2090, 0.07, 0.1, 0.12],
        ["sine", 1760, 1760, 0.15, 0.16, 0.1],
    ],
    end: [
        ["triangle", 392, 392, 0, 0.3, 0.22],
        ["triangle", 523, 523, 0.22, 0.3, 0.22],
        ["triangle", 659, 659, 0.44, 0.7, 0.24],
    ],
};

/** @type {AudioContext | null} */
let context = null;

/** Whether the reader wants sounds, and of this table. */
const isWanted = () => document.body.dataset.sound !== "off" && !document.body.hasAttribute("data-quiet");

/** Browsers let a page sound only after a gesture; before one we do not even try. */
export function begin() {
    const start = () => {
        if (!isWanted() || !window.AudioContext) return;
        if (navigator.userActivation?.hasBeenActive === false) return; // Shift alone is a key, and no gesture
        context ??= new AudioContext();
        if (context.state === "suspended") context.resume();
    };
    for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, start, { passive: true });
}

/** @param {string | undefined} name */
export function sound(name) {
    const tones = SOUNDS[name ?? ""];
    if (!tones || !isWanted() || !context || context.state !== "running") return;
    const now = context.currentTime + 0.01;
    for (const [wave, from, to, at, length, loud] of tones) {
        const voice = context.createOscillator();
        const volume = context.createGain();
        voice.type = wave;
        voice.frequency.setValueAtTime(from, now + at);
        voice.frequency.exponentialRampToValueAtTime(to, now + at + length);
        volume.gain.setValueAtTime(0.0001, now + at);
        volume.gain.exponentialRampToValueAtTime(loud, now + at + 0.012);
        volume.gain.exponentialRampToValueAtTime(0.0001, now + at + length);
        voice.connect(volume).connect(context.destination);
        voice.start(now + at);
        voice.stop(now + at + length + 0.02);
    }
}
