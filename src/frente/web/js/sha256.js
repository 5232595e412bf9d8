// SHA-256 and HMAC. A browser's own are only there over TLS, and a game at home is played without.

const utf8 = new TextEncoder();

/** The first bits of the fractions of the roots of the first primes, as the standard has them. */
const [START, K] = constants();

function constants() {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const bits = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
  return [primes.slice(0, 8).map((p) => bits(Math.sqrt(p))), primes.map((p) => bits(Math.cbrt(p)))];
}

/**
 * @param {number} x
 * @param {number} n
 */
const turned = (x, n) => (x >>> n) | (x << (32 - n));

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = [...START];
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15],
        b = w[i - 2];
      w[i] = w[i - 16] + (turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)) + w[i - 7] + (turned(b, 17) ^ turned(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) | 0));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((x, i) => found.setInt32(4 * i, x));
  return new Uint8Array(found.buffer);
}

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (x) => x.toString(16).padStart(2, "0")).join("");

/**
 * One hash of several texts, each measured first, as chance.py has it.
 * @param {...string} parts
 */
export function joined(...parts) {
  const all = parts.flatMap((text) => {
    const bytes = utf8.encode(text);
    const size = new DataView(new ArrayBuffer(4));
    size.setUint32(0, bytes.length);
    return [new Uint8Array(size.buffer), bytes];
  });
  return hex(sha256(together(all)));
}

/**
 * @param {string} key
 * @param {string} text
 */
export function hmac(key, text) {
  const raw = utf8.encode(key);
  const block = new Uint8Array(64);
  block.set(raw.length > 64 ? sha256(raw) : raw);
  const inner = sha256(together([block.map((x) => x ^ 0x36), utf8.encode(text)]));
  return sha256(together([block.map((x) => x ^ 0x5c), inner]));
}

/** @param {Uint8Array[]} list */
function together(list) {
  const found = new Uint8Array(list.reduce((n, x) => n + x.length, 0));
  let at = 0;
  for (const x of list) {
    found.set(x, at);
    at += x.length;
  }
  return found;
}
