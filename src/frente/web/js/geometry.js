// Hex geometry, the same as frente/geo/hexgrid.py; both are tested with the same vectors.

/** @typedef {[number, number]} Pair */
/** @typedef {{columns: number, rows: number, orientation: string, lowered: string, first_column: number, first_row: number}} GridShape */

/** Steps clockwise, first for a line that is not shifted, then for a shifted one.
 * @type {Record<string, Pair[][]>} */
const STEPS = {
  "flat-top": [
    [
      [0, -1],
      [1, -1],
      [1, 0],
      [0, 1],
      [-1, 0],
      [-1, -1],
    ],
    [
      [0, -1],
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 1],
      [-1, 0],
    ],
  ],
  "pointy-top": [
    [
      [0, -1],
      [1, 0],
      [0, 1],
      [-1, 1],
      [-1, 0],
      [-1, -1],
    ],
    [
      [1, -1],
      [1, 0],
      [1, 1],
      [0, 1],
      [-1, 0],
      [0, -1],
    ],
  ],
};
/** @type {Record<string, Pair[]>} */
const CORNERS = {
  "flat-top": [
    [-1, -1],
    [1, -1],
    [2, 0],
    [1, 1],
    [-1, 1],
    [-2, 0],
  ],
  "pointy-top": [
    [0, -2],
    [1, -1],
    [1, 1],
    [0, 2],
    [-1, 1],
    [-1, -1],
  ],
};

export class Grid {
  /** @param {GridShape} shape */
  constructor(shape) {
    this.shape = shape;
    this.flat = shape.orientation === "flat-top";
    this.parity = shape.lowered === "odd" ? 1 : 0;
  }

  /** @param {Pair} place */
  shift([column, row]) {
    return (this.flat ? column : row) % 2 === this.parity ? 1 : 0;
  }

  /** @param {Pair} place */
  contains([c, r]) {
    const g = this.shape;
    return g.first_column <= c && c <= g.columns && g.first_row <= r && r <= g.rows;
  }

  /**
   * @param {Pair} place
   * @returns {Pair[]}
   */
  neighbours(place) {
    return STEPS[this.shape.orientation][this.shift(place)]
      .map(([dc, dr]) => /** @type {Pair} */ ([place[0] + dc, place[1] + dr]))
      .filter((p) => this.contains(p));
  }

  /**
   * @param {Pair} a
   * @param {Pair} b
   */
  distance(a, b) {
    const k = this.flat ? 0 : 1;
    const across = Math.abs(a[k] - b[k]);
    const along = Math.abs(2 * (a[1 - k] - b[1 - k]) + this.shift(a) - this.shift(b));
    return across + Math.max(0, Math.floor((along - across) / 2));
  }

  /**
   * @param {Pair} place
   * @returns {Pair}
   */
  lattice([column, row]) {
    const c = column - this.shape.first_column,
      r = row - this.shape.first_row;
    const shift = this.shift([column, row]);
    return this.flat ? [3 * c + 2, 2 * r + 1 + shift] : [2 * c + 1 + shift, 3 * r + 2];
  }

  /**
   * @param {Pair} point
   * @param {number} radius
   * @returns {Pair}
   */
  scale([x, y], radius) {
    const half = radius / 2,
      rise = (radius * Math.sqrt(3)) / 2;
    return this.flat ? [x * half, y * rise] : [x * rise, y * half];
  }

  /**
   * @param {Pair} place
   * @param {number} radius
   */
  centre(place, radius) {
    return this.scale(this.lattice(place), radius);
  }

  /**
   * @param {Pair} place
   * @param {number} radius
   * @returns {Pair[]}
   */
  corners(place, radius) {
    const [x, y] = this.lattice(place);
    return CORNERS[this.shape.orientation].map(([dx, dy]) => this.scale([x + dx, y + dy], radius));
  }
}

/**
 * The printed number: two digits of column, two of row.
 * @param {Pair} place
 */
export const label = (place) => place.map((n) => String(n).padStart(2, "0")).join("");

/**
 * The neighbour that lies nearest to a direction, in degrees clockwise from north; null if none lies within 75 degrees.
 * Of two equally near ones, the one whose other coordinate is nearer to *keep* is taken, so that a row is not left.
 * @template {{x: number, y: number}} S
 * @param {S} from
 * @param {S[]} around
 * @param {number} bearing
 * @param {number | null} keep
 * @returns {S | null}
 */
export function toward(from, around, bearing, keep = null) {
  const level = bearing === 90 || bearing === 270;
  let best = null,
    least = 75;
  for (const there of around) {
    const angle = (Math.atan2(there.x - from.x, from.y - there.y) * 180) / Math.PI;
    let off = Math.abs(((angle - bearing + 540) % 360) - 180);
    if (keep !== null) off += Math.abs((level ? there.y : there.x) - keep) / 1e4;
    if (off < least) {
      best = there;
      least = off;
    }
  }
  return best;
}

/**
 * A ring drawn a little inside another; corners that would fly out are held back.
 * @param {[number, number][]} corners
 * @param {number} by
 */
export function inset(corners, by) {
  const n = corners.length;
  const turn = corners.reduce((sum, [x, y], k) => {
    const [nx, ny] = corners[(k + 1) % n];
    return sum + (x * ny - nx * y);
  }, 0);
  const way = turn > 0 ? by : -by;
  return corners
    .map(([x, y], k) => {
      const [ax, ay] = corners[(k + n - 1) % n],
        [bx, by2] = corners[(k + 1) % n];
      const p = Math.hypot(x - ax, y - ay) || 1,
        q = Math.hypot(bx - x, by2 - y) || 1;
      // The sum of both normals, as long as the corner needs it, at most twice the distance.
      const mx = -(y - ay) / p - (by2 - y) / q,
        my = (x - ax) / p + (bx - x) / q;
      const long = Math.max(0.5, (mx * mx + my * my) / 2);
      return `${(x + (mx / long) * way).toFixed(1)},${(y + (my / long) * way).toFixed(1)}`;
    })
    .join(" ");
}

/**
 * @param {[number, number][]} corners
 * @param {number} x
 * @param {number} y
 * @param {number} share
 */
export function shrunk(corners, x, y, share) {
  return corners
    .map(([cx, cy]) => `${(x + (cx - x) * share).toFixed(1)},${(y + (cy - y) * share).toFixed(1)}`)
    .join(" ");
}

/**
 * Of several points the one that the others lie round.
 * @template {{x: number, y: number}} P
 * @param {P[]} at
 * @returns {P}
 */
export function heart(at) {
  const far = (/** @type {P} */ a) => at.reduce((sum, b) => sum + Math.hypot(a.x - b.x, a.y - b.y), 0);
  return at.reduce((a, b) => (far(b) < far(a) ? b : a));
}
