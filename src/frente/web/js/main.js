// The way in: which page the address means, language and look.
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
    const given = new URLSearchParams(query).get("key");
    if (given) {
      // The key moves from the address into the browser's own store, so that a copied address does not give the seat away.
      hold(id, given);
      history.replaceState(null, "", `#/t/${id}`);
    }
    try {
      const opened = await Table.open(root, id, given ?? seat(id)?.key ?? "");
      if (mine !== turn) {
        opened.close();
        return;
      }
      page = opened;
      if (more === "at") await opened.replay.open(Number(at) || 0);
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

addEventListener("hashchange", () => void route());
void route();
