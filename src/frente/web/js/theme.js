// How a game looks: data of the game itself, no code. Colours become a style sheet, so that everything that belongs to a
// side needs only its classes.
import { fixed } from "./api.js";

/** @typedef {import("./types").Theme} Theme */
/** @typedef {import("./types").Look} Look */
/** @typedef {import("./types").Livery} Livery */
/** @typedef {import("./types").Board} BoardData */
/** @typedef {import("./types").GameInfo} GameInfo */

/** Custom properties of whatever belongs to a side, and the colours they take. */
const SIDE = { card: "main", deep: "deep", on: "ink", sym: "pale", symink: "print", line: "line", wash: "wash", orbit: "orbit" };
const GOAL = { goal: "main", goaledge: "edge" };

/** @type {Map<string, Promise<Look>>} */
const known = new Map();

/**
 * The look of a game; its colours are in force from then on.
 * @param {string} slug
 */
function own(slug) {
  let found = known.get(slug);
  if (!found) {
    found = fixed(`/games/${slug}/look`).then((/** @type {Look} */ look) => {
      paint(slug, look);
      return look;
    });
    found.catch(() => known.delete(slug));
    known.set(slug, found);
  }
  return found;
}

/**
 * @param {string} slug
 * @param {Look} look
 */
function paint(slug, look) {
  const rules = [
    ...Object.entries(look.sides).map(([side, x]) => rule(`.side-${slug}-${side}`, SIDE, x.colours)),
    ...Object.entries(look.goals).map(([goal, x]) => rule(`.goal-${slug}-${goal}`, GOAL, { main: x.main, edge: x.edge })),
  ];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * @param {string} selector
 * @param {Record<string, string>} names
 * @param {Record<string, [string, string]>} colours light and dark
 */
function rule(selector, names, colours) {
  const values = (/** @type {number} */ k) =>
    Object.entries(names)
      .map(([name, colour]) => `--${name}:${colours[colour][k]}`)
      .join(";");
  // Dark values weigh no more than light ones: the back of a counter exchanges print and ground in both.
  return `${selector}{${values(0)}}
    @media (prefers-color-scheme:dark){:where(:root:not([data-theme=light])) ${selector}{${values(1)}}}
    :where(:root[data-theme=dark]) ${selector}{${values(1)}}`;
}

/**
 * The classes of what belongs to a side: its colours, and its shape for what differs without colour.
 * @param {Livery | undefined} look
 */
export function dress(look) {
  return look ? `side-${look.key} shape-${look.shape}` : "side-none";
}

/**
 * How hard its rules are to learn, from one to five: our own estimate.
 * @param {GameInfo} game
 */
export async function complexity(game) {
  return (await own(game.slug)).theme.complexity ?? 0;
}

/**
 * Colour and shape of every side.
 * @param {GameInfo} game
 * @returns {Promise<Theme["sides"]>}
 */
export async function liveries(game) {
  const { sides } = await own(game.slug);
  return Object.fromEntries(Object.entries(sides).map(([side, x]) => [side, { key: `${game.slug}-${side}`, shape: x.shape }]));
}

/**
 * @param {string} slug
 * @returns {Promise<Theme>}
 */
export async function theming(slug) {
  const [games, board, look] = /** @type {[(GameInfo & {overlays?: string[]})[], BoardData, Look]} */ (
    await Promise.all([fixed("/games"), fixed(`/games/${slug}/board`), own(slug)])
  );
  const game = /** @type {GameInfo & {overlays?: string[]}} */ (games.find((g) => g.slug === slug));
  return {
    phases: [],
    boxes: [...new Set((board.boxes ?? []).map((b) => b.id))],
    overlays: game.overlays ?? [],
    primary: ["pass"],
    columns: [],
    ...look.theme,
    sides: await liveries(game),
    terrain: look.terrain,
    goals: Object.fromEntries(Object.entries(look.goals).map(([name, x]) => [name, { key: `${slug}-${name}`, line: x.line }])),
  };
}
