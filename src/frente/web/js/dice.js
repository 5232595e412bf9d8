// Fair dice: this page's part in them, and its own check of a finished game. What they guarantee stands in chance.py.
import { ask } from "./api.js";
import { dialog, h } from "./dom.js";
import { keep, kept } from "./keys.js";
import { hex, hmac, joined, sha256 } from "./sha256.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").Dice} Dice */
/** @typedef {import("./types").Proof} Proof */
/** @typedef {{numbers: Record<string, string>, seals: Record<string, string>}} Given */
/** @typedef {[key: string, facts: Record<string, string>]} Fault */

/** @param {string} table */
const place = (table) => `frente.given.${table}`;

/**
 * What this page has given to the dice of a table, by what the server was bound by then: so the page notices a server
 * that binds itself once more, or exchanges somebody's number after this page has shown its own.
 * @param {string} table
 * @returns {Record<string, Given>}
 */
const given = (table) => kept(place(table), {});

/**
 * Send the numbers of the sides at this screen: sealed as soon as the server is bound, shown when all are sealed.
 * @param {Table} table
 */
export function give(table) {
  const { dice, you } = table.state;
  for (const side of dice.awaited.filter((s) => you.includes(s))) {
    const all = given(dice.table);
    const mine = (all[dice.commitment] ??= { numbers: {}, seals: {} });
    if (!(side in dice.sealed)) {
      const number = (mine.numbers[side] ??= hex(crypto.getRandomValues(new Uint8Array(32))));
      keep(place(dice.table), all); // before it is sent: a page that is loaded again must know it
      void table.live.send({ type: "seal", side, seal: sealed(dice, side, number) });
    } else if (mine.numbers[side] && dice.sides.every((s) => s in dice.sealed || s in dice.shown)) {
      mine.seals = { ...dice.sealed, ...mine.seals };
      keep(place(dice.table), all);
      void table.live.send({ type: "show", side, number: mine.numbers[side] });
    }
  }
}

/**
 * @param {Pick<Dice, "table" | "commitment">} dice
 * @param {string} side
 * @param {string} number
 */
const sealed = (dice, side, number) => joined("frente-number", dice.table, side, dice.commitment, number);

/**
 * What stands for the number of a seat that showed none.
 * @param {Pick<Dice, "commitment" | "shown">} dice
 * @param {string} side
 */
const none = (dice, side) => dice.shown[side] === joined("absent", dice.commitment, side);

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
 * Whoever plays against others learns at the table that somebody may foresee its dice.
 * @param {Table} table
 */
export function foreseen({ state: s, texts: t }) {
  const others = Object.entries(s.seats).some(([side, seat]) => seat.kind !== "bot" && !s.you.includes(side));
  return s.dice.grade === "chosen" && others ? h("p", { class: "hint" }, t.web("dice-chosen")) : null;
}

/**
 * What is known of the dice, and after the end the proof.
 * @param {Table} table
 */
export async function diceBox(table) {
  const t = table.texts,
    s = table.state;
  const box = h("div", { class: "proof" }, h("p", {}, t.web("dice-" + s.dice.grade)));
  for (const grade of new Set(s.dice.earlier)) if (grade !== "fair") box.append(h("p", {}, t.web("dice-earlier-" + grade)));
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
    const wrong = faults(proof, table.id);
    wait.replaceWith(
      h("p", { class: proof.ok && !wrong.length ? "good" : "bad" }, t.web(proof.ok ? "dice-server-ok" : "dice-server-bad")),
      h("ul", {}, [...proof.problems, ...proof.words].map((x) => h("li", {}, x))),
      ...(wrong.length ? wrong.slice(0, 1) : agreed(proof)).map(([key, facts]) => h("p", {}, t.web(key, facts))),
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
 * Work the whole game's dice out once more, here: what does not agree with the server's account of them, or with what
 * this page has kept.
 * @param {Proof} proof
 * @param {string} table
 * @returns {Fault[]}
 */
export function faults(proof, table) {
  const wrong = proof.openings.flatMap(broken);
  for (const at of new Set([table, ...proof.openings.map((x) => x.table)]))
    if (Object.keys(given(at)).some((c) => !proof.openings.some((x) => x.table === at && x.commitment === c)))
      wrong.push(["dice-bad-bound", {}]);
  for (const [roll, chances, came] of proof.rolls) {
    const from = source(proof, roll);
    if (from?.seed && !came.includes(pick(from, roll, chances))) wrong.push(["dice-bad-roll", { roll: String(roll) }]);
  }
  return wrong;
}

/**
 * Where nothing is wrong: how many rolls were worked out, and what became of the numbers of this page.
 * @param {Proof} proof
 * @returns {Fault[]}
 */
export function agreed(proof) {
  const n = proof.rolls.filter(([roll]) => source(proof, roll)?.seed).length;
  const own = proof.openings.flatMap((x) =>
    Object.keys(given(x.table)[x.commitment]?.numbers ?? {}).map((side) => none(x, side)),
  );
  const became = !own.length ? "dice-own-none" : own.includes(true) ? "dice-own-unused" : "dice-own-used";
  return [
    ["dice-page-ok", { n: String(n) }],
    [became, {}],
  ];
}

/**
 * @param {Proof} proof
 * @param {number} roll
 */
const source = (proof, roll) => proof.openings.findLast((x) => x.first <= roll);

/**
 * @param {Proof["openings"][number]} x
 * @returns {Fault[]}
 */
function broken(x) {
  /** @type {Fault[]} */
  const wrong = [];
  const mine = given(x.table)[x.commitment];
  const bound = x.sides.length
    ? joined("frente-dice-2", x.table, x.start, x.parent, String(x.first), ...x.sides, x.seed)
    : hex(sha256(new TextEncoder().encode(x.seed)));
  if (x.seed && bound !== x.commitment) wrong.push(["dice-bad-seed", {}]);
  for (const side of x.sides.filter((s) => s in x.shown && !none(x, s))) {
    const own = mine?.numbers[side] ?? x.shown[side];
    const seen = mine && Object.keys(mine.seals).length ? mine.seals[side] : x.sealed[side];
    const seal = sealed(x, side, x.shown[side]);
    if (seal !== x.sealed[side] || seal !== seen || own !== x.shown[side]) wrong.push(["dice-bad-number", { side }]);
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
