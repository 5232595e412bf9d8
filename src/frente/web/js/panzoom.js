// Pan and zoom. While a gesture lasts the sheets are moved as they were drawn; when it rests they are drawn anew where needed.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {import("./sheets.js").Place} Place */
/** @typedef {{forget: () => void, move: (to: Place) => void, rest: (at: Place) => boolean}} Sheet what is moved; true: it was drawn anew */

const READABLE = 0.53; // pixels per map unit at which the factors of a counter have nine pixels
const REST = 160; // milliseconds without a step of a gesture

export class PanZoom {
  /**
   * @param {HTMLElement} frame the window on the map
   * @param {HTMLElement} stage with all the sheets
   * @param {Sheet[]} sheets
   * @param {[number, number, number, number]} world
   * @param {(box: Box, scale: number) => void} moved at every step of a gesture
   * @param {(scale: number) => void} rested at its end, before anything is drawn anew
   */
  constructor(frame, stage, sheets, world, moved, rested) {
    this.frame = frame;
    this.stage = stage;
    this.sheets = sheets;
    this.world = world;
    this.moved = moved;
    this.rested = rested;
    this.scale = 1; // pixels per map unit
    this.x = world[0]; // map point at the upper left
    this.y = world[1];
    this.touched = false;
    /** @type {Box & {heart: {x: number, y: number}} | null} */
    this.front = null; // where the game is decided now; its heart is a place that the others lie round
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = 0;
    this.timer = 0;
    this.seen = 0; // the frame that is waited for
    this.held = false; // a unit is being dragged, not the map
    /** @type {{left: number, top: number} | null} */
    this.inset = null;
    this.width = 1; // of the window; asking the page for it in the middle of a gesture would have it laid out anew
    this.height = 1;
    this.cost = 0; // milliseconds it took to draw anew the last time
    this.measure();
    this.listen();
    new ResizeObserver(() => {
      this.measure();
      for (const sheet of sheets) sheet.forget();
      if (this.touched) this.clamp();
      else this.home();
      this.settle();
    }).observe(frame);
  }

  measure() {
    this.width = this.frame.clientWidth || 1;
    this.height = this.frame.clientHeight || 1;
  }

  fitScale() {
    return Math.min(this.width / this.world[2], this.height / this.world[3]);
  }

  /** The whole map, or on a narrow screen as much as keeps counters readable. */
  fit() {
    this.scale = Math.max(this.fitScale(), this.width < 700 ? 0.55 : 0.3);
    this.x = this.world[0] - (this.width / this.scale - this.world[2]) / 2;
    this.y = this.world[1] - Math.max(0, this.height / this.scale - this.world[3]) / 2;
    this.slide(false);
    this.touched = false;
  }

  /** As a game opens: the whole map where its counters can be read, else the front. */
  home() {
    const { front } = this;
    if (!front || this.fitScale() >= READABLE) {
      this.fit();
      return;
    }
    this.scale = Math.min(Math.max(Math.min(this.width / front.w, this.height / front.h), READABLE), 0.85);
    const [w, h] = [this.width / this.scale, this.height / this.scale];
    this.x = (front.w > w ? front.heart.x : front.x + front.w / 2) - w / 2;
    this.y = (front.h > h ? front.heart.y : front.y + front.h / 2) - h / 2;
    this.clamp(0);
    this.slide(false);
    this.touched = false;
  }

  /** @param {number} [pad] how much beyond the map may be seen, of the window */
  clamp(pad = 0.15) {
    this.scale = Math.min(Math.max(this.scale, Math.min(this.fitScale(), 0.3)), 4);
    const [wx, wy, ww, wh] = this.world;
    const vw = this.width / this.scale,
      vh = this.height / this.scale;
    this.x = vw > ww ? wx - (vw - ww) / 2 : Math.min(Math.max(this.x, wx - vw * pad), wx + ww - vw * (1 - pad));
    this.y = vh > wh ? wy - (vh - wh) / 2 : Math.min(Math.max(this.y, wy - vh * pad), wy + wh - vh * (1 - pad));
  }

  /** The gesture is over: what is not sharp at the present place is drawn anew. */
  settle() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.seen);
    this.rested(this.scale);
    const began = performance.now();
    const drawn = this.sheets.filter((sheet) => sheet.rest(this)).length;
    this.stage.classList.remove("moving");
    this.tell();
    if (drawn) requestAnimationFrame(() => requestAnimationFrame(() => (this.cost = performance.now() - began)));
  }

  tell() {
    this.moved({ x: this.x, y: this.y, w: this.width / this.scale, h: this.height / this.scale }, this.scale);
  }

  /** Show the present place by moving what was drawn. */
  slide(clamp = true) {
    this.touched = true;
    if (clamp) this.clamp();
    this.stage.classList.add("moving");
    for (const sheet of this.sheets) sheet.move(this);
    this.tell();
    this.wait();
  }

  /** The gesture rests if nothing comes for a while. */
  wait() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.seen);
    // In the middle of a drag the hand must rest for longer, and everywhere longer if drawing takes long.
    const rest = this.fingers.size ? Math.max(400, 3 * this.cost) : Math.min(Math.max(REST, 1.5 * this.cost), 600);
    // It counts from when the present place is on the screen: where frames are slow, the next step comes later than that.
    this.seen = requestAnimationFrame(() => {
      this.seen = requestAnimationFrame(() => {
        this.timer = setTimeout(() => this.settle(), rest);
      });
    });
  }

  /**
   * @param {number} factor
   * @param {number} [px]
   * @param {number} [py]
   */
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const mx = this.x + px / this.scale,
      my = this.y + py / this.scale;
    this.scale = Math.min(Math.max(this.scale * factor, Math.min(this.fitScale(), 0.3)), 4);
    this.x = mx - px / this.scale;
    this.y = my - py / this.scale;
    this.slide();
  }

  /**
   * About what the pointer is on.
   * @param {number} factor
   * @param {MouseEvent} e
   */
  zoomAt(factor, e) {
    const box = this.frame.getBoundingClientRect();
    this.zoom(factor, e.clientX - box.left, e.clientY - box.top);
  }

  /**
   * @param {number} dx pixels
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.slide();
  }

  /**
   * Bring a map point into sight; nothing moves if it is well inside already.
   * @param {number} mx
   * @param {number} my
   * @param {boolean} [centre] follow a hand that draws over the small map: in the middle, wherever it is
   */
  show(mx, my, centre = false) {
    const left = this.inset?.left ?? 0,
      top = this.inset?.top ?? 0;
    const px = (mx - this.x) * this.scale,
      py = (my - this.y) * this.scale;
    const edge = 60;
    if (!centre && px > left + edge && py > top + edge && px < this.width - edge && py < this.height - edge) return;
    this.touched = true;
    this.x = mx - this.width / this.scale / 2;
    this.y = my - this.height / this.scale / 2;
    this.clamp(0);
    this.slide(false);
    if (!centre) this.settle(); // one leap, no gesture: sharp at once
  }

  /**
   * @param {number} mx
   * @param {number} my
   */
  toScreen(mx, my) {
    return { x: (mx - this.x) * this.scale, y: (my - this.y) * this.scale };
  }

  listen() {
    const f = this.frame;
    f.addEventListener(
      "wheel",
      (e) => {
        e.preventDefault();
        // Pixels in every browser: Firefox counts lines only for a page that asks for deltaMode. Fingers that spread on a
        // trackpad come as a wheel with Ctrl, in small steps; a true wheel with Ctrl takes large ones.
        const step = e.ctrlKey ? 0.01 * Math.min(Math.max(e.deltaY, -20), 20) : 0.0016 * e.deltaY;
        this.zoomAt(Math.exp(-step), e);
      },
      { passive: false },
    );
    // In Safari they are a gesture of its own kind. On a touch screen it comes with the fingers, which are followed already.
    let spread = 1;
    const pinch = (/** @type {Event} */ event) => {
      const e = /** @type {MouseEvent & {scale: number}} */ (event);
      e.preventDefault();
      if (e.type === "gesturechange" && !this.fingers.size) this.zoomAt(e.scale / spread, e);
      spread = e.scale;
    };
    f.addEventListener("gesturestart", pinch);
    f.addEventListener("gesturechange", pinch);
    f.addEventListener("pointerdown", (e) => {
      if (e.button > 1 || /** @type {Element} */ (e.target).closest(".on-map")) return;
      this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
      if (this.fingers.size === 1) this.dragged = 0;
    });
    const move = (/** @type {PointerEvent} */ e) => {
      const was = this.fingers.get(e.pointerId);
      if (!was || (this.held && this.fingers.size === 1)) return;
      const now = { x: e.clientX, y: e.clientY };
      if (this.fingers.size === 1) {
        this.dragged += Math.abs(now.x - was.x) + Math.abs(now.y - was.y);
        if (this.dragged > 6) this.pan(now.x - was.x, now.y - was.y);
      } else {
        const other = [...this.fingers].find(([id]) => id !== e.pointerId)?.[1];
        if (other) {
          const box = f.getBoundingClientRect();
          const before = Math.hypot(was.x - other.x, was.y - other.y),
            after = Math.hypot(now.x - other.x, now.y - other.y);
          this.dragged = 99;
          if (before > 10) this.zoom(after / before, (now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top);
        }
      }
      this.fingers.set(e.pointerId, now);
    };
    const up = (/** @type {PointerEvent} */ e) => {
      if (this.fingers.delete(e.pointerId) && this.stage.classList.contains("moving")) this.wait();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    this.forget = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  }

  /** True if the click that just came was the end of a drag. */
  wasDrag() {
    return this.dragged > 6;
  }
}
