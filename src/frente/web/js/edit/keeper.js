// Keeping a pack: at once in this browser, a moment later on the server, which checks it. Nothing is lost by a crash.
import { ask, Refused } from "../api.js";
import { keep, kept } from "../keys.js";

/** @typedef {import("../types").PackChange} PackChange */
/** @typedef {import("../types").PackCheck} PackCheck */
/** @typedef {{pack: string, key: string}} Held */

const PACKS = "frente.packs";
const PAUSE = 350; // milliseconds without a change
const AGAIN = 4000; // milliseconds until another try

/** @returns {Held[]} */
export const packs = () => kept(PACKS, /** @type {Held[]} */ ([]));

/** @param {string} id */
export const packKey = (id) => packs().find((x) => x.pack === id)?.key ?? "";

/**
 * @param {string} pack
 * @param {string} key
 */
export function holdPack(pack, key) {
  keep(PACKS, [{ pack, key }, ...packs().filter((x) => x.pack !== pack)].slice(0, 100));
}

/** @param {string} pack */
export function dropPack(pack) {
  keep(
    PACKS,
    packs().filter((x) => x.pack !== pack),
  );
  localStorage.removeItem(journal(pack));
}

/** @param {string} pack */
const journal = (pack) => `frente.pack.${pack}`;

export class Keeper {
  /**
   * @param {string} id
   * @param {number} version of what the server has
   * @param {() => {name: string, changes: PackChange[]}} now
   * @param {(state: "kept" | "keeping" | "waiting" | "elsewhere", check: PackCheck | null, why: string) => void} tell
   */
  constructor(id, version, now, tell) {
    this.id = id;
    this.version = version;
    this.now = now;
    this.tell = tell;
    this.timer = 0;
    this.busy = false;
    this.dirty = false;
    this.closed = false;
  }

  /** What was changed here and never reached the server, if the server has nothing newer. */
  left() {
    const found = kept(journal(this.id), /** @type {{name: string, changes: PackChange[], version: number} | null} */ (null));
    return found && found.version === this.version ? found : null;
  }

  changed() {
    this.dirty = true;
    keep(journal(this.id), { ...this.now(), version: this.version });
    this.tell("keeping", null, "");
    this.later(PAUSE);
  }

  /** @param {number} time */
  later(time) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), time);
  }

  /** All that was changed is with the server when this is done, or it says why not. */
  async save() {
    clearTimeout(this.timer);
    if (this.busy || !this.dirty || this.closed) return;
    this.busy = true;
    this.dirty = false;
    try {
      const body = { ...this.now(), version: this.version };
      const found = await ask(`/packs/${this.id}`, { method: "PUT", key: packKey(this.id), body });
      this.version = found.version;
      if (!this.dirty) localStorage.removeItem(journal(this.id));
      else keep(journal(this.id), { ...this.now(), version: this.version });
      if (!this.closed) this.tell(this.dirty ? "keeping" : "kept", found.check, "");
    } catch (e) {
      this.dirty = true;
      const why = e instanceof Error ? e.message : String(e);
      const elsewhere = e instanceof Refused && e.status === 409;
      if (!this.closed) this.tell(elsewhere ? "elsewhere" : "waiting", null, why);
      if (!elsewhere && !this.closed) this.later(AGAIN);
      return;
    } finally {
      this.busy = false;
    }
    if (this.dirty) this.later(PAUSE);
  }

  /** What is here is right, whatever another window has made of it meanwhile. */
  async insist() {
    this.version = (await ask(`/packs/${this.id}`, { key: packKey(this.id) })).version;
    this.dirty = true;
    await this.save();
  }

  /** Wait until everything is kept. */
  async settled() {
    while (this.busy) await new Promise((done) => setTimeout(done, 50));
    await this.save();
    return !this.dirty;
  }

  close() {
    clearTimeout(this.timer);
    if (this.dirty) void this.save(); // what waits is in this browser, too
    this.closed = true;
  }
}
