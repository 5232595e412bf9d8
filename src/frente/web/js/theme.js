// How a game looks: data, no code. A game without a file of its own is drawn plainly, with what its board tells.
import { fixed } from "./api.js";

/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").GameInfo} GameInfo */

const LOOKS = [
  { key: "rep", shape: "round" },
  { key: "nat", shape: "cut" },
];

/** @type {Map<string, Promise<Partial<Theme>>>} */
const files = new Map();

/**
 * The file of a game.
 * @param {string} slug
 * @returns {Promise<Partial<Theme>>}
 */
function own(slug) {
  const found = files.get(slug) ?? fetch(`themes/${slug}.json`).then((answer) => (answer.ok ? answer.json() : {}));
  files.set(slug, found);
  found.catch(() => files.delete(slug));
  return found;
}

/**
 * How hard its rules are to learn, from one to five: our own estimate.
 * @param {GameInfo} game
 */
export async function complexity(game) {
  return (await own(game.slug)).complexity ?? 0;
}

/**
 * Colour and shape of every side.
 * @param {GameInfo} game
 * @returns {Promise<Theme["sides"]>}
 */
export async function liveries(game) {
  return (await own(game.slug)).sides ?? plainly(game);
}

/** @param {GameInfo} game */
function plainly(game) {
  return Object.fromEntries(game.sides.map((side, k) => [side, LOOKS[k % LOOKS.length]]));
}

/**
 * @param {string} slug
 * @returns {Promise<Theme>}
 */
export async function theming(slug) {
  const [games, board, file] = /** @type {[(GameInfo & {overlays?: string[]})[], BoardData, Partial<Theme>]} */ (
    await Promise.all([fixed("/games"), fixed(`/games/${slug}/board`), own(slug)])
  );
  const game = /** @type {GameInfo & {overlays?: string[]}} */ (games.find((g) => g.slug === slug));
  return {
    sides: plainly(game),
    phases: [],
    boxes: [...new Set((board.boxes ?? []).map((b) => b.id))],
    overlays: game.overlays ?? [],
    primary: ["pass"],
    columns: [],
    ...file,
  };
}
