// Passkeys: between what the server asks and what the browser makes of it, bytes are written as text.
import { ask } from "../api.js";

/** @param {string} text */
function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** @param {ArrayBuffer} raw */
function text(raw) {
  const plain = String.fromCharCode(...new Uint8Array(raw));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A passkey is bound to a name, so a numeric address cannot have one. */
export const passkeysWork = () =>
  "PublicKeyCredential" in window && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);

/**
 * Make a passkey: for a new account of that name, or, without one, for the account that is signed in.
 * @param {string} name
 * @param {string} label
 */
export async function makePasskey(name, label) {
  const asked = await ask("/passkeys/new", { body: { name } });
  const made = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.create({
      publicKey: {
        ...asked,
        challenge: bytes(asked.challenge),
        user: { ...asked.user, id: bytes(asked.user.id) },
        excludeCredentials: asked.excludeCredentials.map((/** @type {{id: string}} */ x) => ({ ...x, id: bytes(x.id) })),
      },
    })
  );
  const answer = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  await ask("/passkeys", {
    body: {
      label,
      credential: {
        ...spelled(made),
        response: { clientDataJSON: text(answer.clientDataJSON), attestationObject: text(answer.attestationObject) },
      },
    },
  });
}

/** Sign in with a passkey this device knows. */
export async function showPasskey() {
  const asked = await ask("/passkeys/ask", { method: "POST" });
  const shown = /** @type {PublicKeyCredential} */ (
    await navigator.credentials.get({ publicKey: { ...asked, challenge: bytes(asked.challenge), allowCredentials: [] } })
  );
  const answer = /** @type {AuthenticatorAssertionResponse} */ (shown.response);
  await ask("/passkeys/use", {
    body: {
      credential: {
        ...spelled(shown),
        response: {
          clientDataJSON: text(answer.clientDataJSON),
          authenticatorData: text(answer.authenticatorData),
          signature: text(answer.signature),
          userHandle: answer.userHandle ? text(answer.userHandle) : null,
        },
      },
    },
  });
}

/** @param {PublicKeyCredential} found */
const spelled = (found) => ({ id: found.id, rawId: text(found.rawId), type: found.type, clientExtensionResults: {} });
