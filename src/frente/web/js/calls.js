// It is your turn: a sound, and a notification where the page is not looked at. Off until somebody wants them; asked once.
import { h } from "./dom.js";
import { keep, kept } from "./keys.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./texts.js").Texts} Texts */
/** @typedef {import("./types").State} State */

const NAME = "frente.calls";
/** @type {{sound: boolean, note: boolean, asked: boolean}} */
const SILENT = { sound: false, note: false, asked: false };
const TONES = [587.33, 783.99]; // D5, G5

const wishes = () => ({ ...SILENT, ...kept(NAME, SILENT) });

/** @param {State} s */
const mine = (s) => s.you.some((x) => (s.acts[x] ?? []).length > 0);

/**
 * A state has come in which it may be this player's turn again.
 * @param {Table} table
 * @param {State} before
 */
export function call(table, before) {
  const s = table.state,
    t = table.texts;
  if (!mine(s) || mine(before) || s.at === before.at) return;
  const wish = wishes();
  if (wish.sound) chime();
  if (wish.note && document.hidden && "Notification" in window && Notification.permission === "granted") {
    const note = new Notification(t.web("call-title", { name: s.name ?? "" }), {
      body: t.web("asks", { side: table.side, question: table.view.question }),
      tag: table.id,
      icon: "icon.svg",
    });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
  const others = Object.entries(s.seats).filter(([side, seat]) => seat.kind !== "bot" && !s.you.includes(side));
  if (!wish.asked && others.length) offer(t);
}

/** Two soft tones. */
function chime() {
  const audio = new AudioContext();
  TONES.forEach((pitch, k) => {
    const tone = audio.createOscillator(),
      loud = audio.createGain(),
      at = audio.currentTime + 0.16 * k;
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.55);
    if (k === TONES.length - 1) tone.onended = () => void audio.close();
  });
}

/**
 * @param {"sound" | "note"} what
 * @param {boolean} on
 * @returns {Promise<boolean>} whether it is on now
 */
async function wish(what, on) {
  const allowed = what === "sound" || !on || ("Notification" in window && (await Notification.requestPermission()) === "granted");
  keep(NAME, { ...wishes(), asked: true, [what]: on && allowed });
  if (what === "sound" && on) chime();
  return on && allowed;
}

/**
 * The first time that somebody waits for another person, and never again.
 * @param {Texts} t
 */
function offer(t) {
  keep(NAME, { ...wishes(), asked: true });
  const close = () => box.remove();
  const box = h(
    "aside",
    { class: "call-offer", role: "region", "aria-label": t.web("call") },
    h("p", {}, t.web("call-offer")),
    h(
      "div",
      { class: "answers" },
      ["sound", "note"].map((x) =>
        h(
          "button",
          {
            type: "button",
            data: { call: x },
            onclick: () => {
              void wish(/** @type {"sound" | "note"} */ (x), true);
              close();
            },
          },
          t.web("call-" + x),
        ),
      ),
      h("button", { type: "button", data: { call: "no" }, onclick: close }, t.web("call-no")),
    ),
  );
  document.querySelectorAll(".call-offer").forEach((el) => el.remove());
  document.body.append(box);
}

/**
 * The same among the settings.
 * @param {Texts} t
 */
export function callSettings(t) {
  const now = wishes();
  return h(
    "fieldset",
    {},
    h("legend", {}, t.web("call")),
    /** @type {("sound" | "note")[]} */ (["sound", "note"]).map((x) => {
      const box = h("input", {
        type: "checkbox",
        name: "call-" + x,
        checked: now[x],
        onchange: async () => {
          box.checked = await wish(x, box.checked);
        },
      });
      return h("label", {}, box, h("span", {}, t.web("call-" + x)));
    }),
  );
}
