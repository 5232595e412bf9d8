// The way in: which page the address means, language and look.
import { ask, Refused } from "./api.js";
import { toast, one } from "./dom.js";
import { hold, kept, seat } from "./keys.js";
import { Lobby } from "./lobby.js";
import { Table } from "./table.js";
import { language } from "./texts.js";

/** @type {{close: () => void} | null} */
let page = null;
let turn = 0;

const look = kept("frente.look", "auto");
if (look !== "auto") document.documentElement.dataset.theme = look;

async function route() {
  const mine = ++turn;
  const root = one("#app");
  page?.close();
  page = null;
  document.documentElement.lang = language();
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  const [, kind, id, more, at] = path.split("/");
  if (kind === "t" && id) {
    const given = new URLSearchParams(query).get("invitation");
    try {
      if (given) await join(id, given);
      const opened = await Table.open(root, id, seat(id)?.key ?? "");
      if (mine !== turn) {
        opened.close();
        return;
      }
      page = opened;
      if (more === "at") await opened.replay.open(Number(at) || 0);
      if (more === "report" && opened.state.outcome) await (await import("./afterwards.js")).afterwards(opened);
      return;
    } catch (e) {
      if (mine !== turn) return;
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }
  if (["account", "confirm", "recover"].includes(kind)) {
    const { AccountRoom } = await import("./people/account.js"); // most who play here never need it
    const room = new AccountRoom(root, kind, id);
    if (mine === turn) page = room;
    await room.open();
    return;
  }
  if (kind === "meet" || kind === "player") {
    const room =
      kind === "meet"
        ? new (await import("./people/meet.js")).MeetRoom(root, id, new URLSearchParams(query).get("to") ?? "")
        : new (await import("./people/player.js")).PlayerRoom(root, decodeURIComponent(id ?? ""));
    if (mine !== turn) return;
    page = room;
    await room.open();
    return;
  }
  if (["notices", "quiet", "cups", "desk"].includes(kind)) {
    const room =
      kind === "cups"
        ? new (await import("./people/cups.js")).CupsRoom(root, id)
        : kind === "desk"
          ? new (await import("./people/desk.js")).DeskRoom(root)
          : new (await import("./people/notices.js")).NoticesRoom(root, kind === "quiet" ? id : "");
    if (mine !== turn) return;
    page = room;
    await room.open();
    return;
  }
  if (kind === "packs" || (kind === "pack" && id)) {
    try {
      const opened = kind === "pack" ? await (await import("./edit/editor.js")).Editor.load(root, id) : new (await import("./edit/room.js")).PacksRoom(root, id);
      if (mine !== turn) {
        opened.close();
        return;
      }
      page = opened;
      if ("open" in opened && typeof opened.open === "function") await opened.open();
      return;
    } catch (e) {
      if (mine !== turn) return;
      toast(e instanceof Error ? e.message : String(e), "warn");
    }
  }
  const lobby = new Lobby(root);
  await lobby.open();
  if (mine === turn) page = lobby;
}

/**
 * An invitation in the address is exchanged for a key, which the browser keeps; a copied address gives nothing away.
 * Whoever sits at the table already leaves it for the one it was meant for.
 * @param {string} id
 * @param {string} invitation
 */
async function join(id, invitation) {
  const key = seat(id)?.key;
  try {
    if (key && (await opens(id, key))) return;
    hold(id, (await ask(`/tables/${id}/join`, { body: { invitation } })).key);
  } catch (e) {
    toast(e instanceof Error ? e.message : String(e), "warn"); // used already, perhaps: one can still watch
  } finally {
    history.replaceState(null, "", `#/t/${id}`);
  }
}

/**
 * @param {string} id
 * @param {string} key
 */
async function opens(id, key) {
  try {
    await ask(`/tables/${id}`, { key });
    return true;
  } catch (e) {
    if (e instanceof Refused && e.status === 403) return false;
    throw e;
  }
}

addEventListener("hashchange", () => void route());
addEventListener("keydown", async (e) => {
  const typing = e.target instanceof HTMLElement && e.target.closest("input, select, textarea, dialog");
  if (e.key !== "N" || !e.shiftKey || e.ctrlKey || e.metaKey || e.altKey || typing) return;
  await (await import("./people/notices.js")).nextGame();
});
void route();
