// Fair dice: this page's part in them, and its own check of a finished game. What they guarantee stands in chance.py.
import { ask } from "./api.js";
import { dialog, h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { hex, hmac, joined } from "./sha256.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Dice} Dice */
/** @typedef {import("./types").Proof} Proof */
/** @typedef {{commitment: string, numbers: Record<string, string>}} Given */

/** @param {string} table */
const place = (table) => `frente.dice.${table}`;

/**
 * What this page has given to the dice of a table.
 * @param {Pick<Dice, "table" | "commitment">} dice
 * @returns {Given}
 */
function given(dice) {
  const found = kept(place(dice.table), /** @type {Given} */ ({ commitment: "", numbers: {} }));
  return found.commitment === dice.commitment ? found : { commitment: dice.commitment, numbers: {} };
}

/**
 * Send the numbers of the sides at this screen: sealed as soon as the server is bound, shown when all are sealed.
 * @param {Table} table
 */
export function give(table) {
  const { dice, you } = table.state;
  for (const side of dice.awaited.filter((s) => you.includes(s))) {
    const mine = given(dice);
    if (!(side in dice.sealed)) {
      const number = (mine.numbers[side] ??= hex(crypto.getRandomValues(new Uint8Array(32))));
      keep(place(dice.table), mine); // before it is sent: a page that is loaded again must know it
      void table.live.send({ type: "seal", side, seal: sealed(dice, side, number) });
    } else if (mine.numbers[side] && dice.sides.every((s) => s in dice.sealed || s in dice.shown))
      void table.live.send({ type: "show", side, number: mine.numbers[side] });
  }
}

/**
 * @param {Pick<Dice, "table" | "commitment">} dice
 * @param {string} side
 * @param {string} number
 */
const sealed = (dice, side, number) => joined("frente-number", dice.table, side, dice.commitment, number);

/**
 * While a die waits for somebody's number: for whose, and how to go on without it.
 * @param {Table} table
 */
export function waiting(table) {
  const t = table.texts,
    { dice, you } = table.state;
  const others = dice.awaited.filter((s) => !you.includes(s));
  if (!dice.due || !others.length) return null;
  return h(
    "div",
    { class: "dice-wait" },
    h("p", { class: "hint" }, t.web("dice-wait", { side: others[0] })),
    you.length > 0 &&
      h(
        "button",
        {
          type: "button",
          onclick: async () => {
            const answer = await table.live.send({ type: "roll-on", side: you[0] });
            if (answer.reasons?.length) table.refuse(answer.reasons);
          },
        },
        t.web("roll-on"),
      ),
  );
}

/**
 * What is known of the dice, and after the end the proof.
 * @param {Table} table
 */
export async function diceBox(table) {
  const t = table.texts,
    s = table.state;
  const box = h("div", { class: "proof" }, h("p", {}, t.web("dice-" + s.dice.grade)));
  if (s.dice.parent) box.append(h("p", {}, t.web("dice-of-" + s.dice.parent.split(" ")[0])));
  dialog(t.web("dice"), [box], { close: t.web("close") });
  if (!s.over) {
    box.append(h("p", { class: "soft" }, t.web("dice-later")), fine(t.web("dice-hash"), s.dice.commitment));
    return;
  }
  const wait = h("p", { role: "status" }, t.web("dice-checking"));
  box.append(wait);
  try {
    const proof = /** @type {Proof} */ (await ask(`/tables/${table.id}/proof`));
    const wrong = faults(proof);
    wait.replaceWith(
      h("p", { class: proof.ok && !wrong.length ? "good" : "bad" }, t.web(proof.ok ? "dice-server-ok" : "dice-server-bad")),
      h("ul", {}, [...proof.problems, ...proof.words].map((x) => h("li", {}, x))),
      h("p", {}, t.web(wrong.length ? "dice-page-bad" : "dice-page-ok", { n: proof.rolls.length, roll: wrong[0] ?? "" })),
      ...proof.openings.map((x) => fine(t.web("seed-told"), x.seed)),
    );
  } catch (e) {
    wait.textContent = e instanceof Error ? e.message : t.web("failed");
  }
}

/**
 * @param {string} label
 * @param {string} text
 */
const fine = (label, text) => h("p", { class: "lab seed" }, label, " ", h("code", {}, text));

/**
 * Work the whole game's dice out once more, here: what does not agree with the server's account of them.
 * @param {Proof} proof
 * @returns {string[]}
 */
export function faults(proof) {
  const wrong = proof.openings.flatMap(broken);
  for (const [roll, chances, came] of proof.rolls) {
    const from = proof.openings.findLast((x) => x.first <= roll);
    if (from && from.seed && !came.includes(pick(from, roll, chances))) wrong.push(String(roll));
  }
  return wrong;
}

/** @param {Proof["openings"][number]} x */
function broken(x) {
  const wrong = [];
  const mine = given(x);
  if (x.sides.length && joined("frente-dice-2", x.table, x.start, x.parent, String(x.first), ...x.sides, x.seed) !== x.commitment)
    wrong.push("seed");
  for (const side of x.sides) {
    const none = x.shown[side] === joined("absent", x.commitment, side);
    if (!none && sealed(x, side, x.shown[side]) !== x.sealed[side]) wrong.push(side);
    if (!none && mine.numbers[side] && mine.numbers[side] !== x.shown[side]) wrong.push(side);
  }
  return wrong;
}

/**
 * @param {Proof["openings"][number]} x
 * @param {number} roll
 * @param {number} chances
 */
function pick(x, roll, chances) {
  const said = x.sides.length
    ? joined("numbers", x.commitment, ...x.sides.map((s) => x.shown[s])) + "\n"
    : x.nonces.map((n) => n + "\n").join("");
  const limit = (1n << 64n) - ((1n << 64n) % BigInt(chances));
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(x.seed, `${said}${roll}\n${attempt}`);
    const value = new DataView(digest.buffer).getBigUint64(0);
    if (value < limit) return Number(value % BigInt(chances));
  }
}
