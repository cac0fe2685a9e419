/** Puts a script's tag into the page, once, and waits for its global. Nothing of it runs at import. */

const MESSAGES = {
  NO_DOCUMENT: 'There is no document: call this in a browser, for instance when a component is mounted.',
  BLOCKED: 'The script did not load: the network, the page’s Content-Security-Policy, or its integrity.',
  TIMED_OUT: 'The script did not load in time.',
  NO_GLOBAL: 'The script has loaded, but it did not define its global.',
} as const;

export type ScriptErrorReason = keyof typeof MESSAGES;

/** The script is not in the page. Another call tries again. */
export class ScriptError extends Error {
  override readonly name = 'ScriptError';
  readonly reason: ScriptErrorReason;
  /** The script's address. */
  readonly src: string;

  constructor(reason: ScriptErrorReason, src: string) {
    super(`${MESSAGES[reason]} (${src})`);
    this.reason = reason;
    this.src = src;
  }
}

/** A script of one content, at an address that always serves it. */
export interface Pin {
  /** `/static/pinned/0123456789abcdef/checkout.js` */
  readonly path: string;
  /** `sha384-…` */
  readonly integrity: string;
}

export interface LoadOptions {
  /** The gateway's origin: `https://pay.example`. */
  readonly origin: string;
  /** The script's pin, from `readPins`. Absent: the script of the gateway's current release, without a check. */
  readonly pin?: Pin | undefined;
  /** The nonce of the page's Content-Security-Policy. */
  readonly nonce?: string | undefined;
  /** Absent: 20 s. */
  readonly timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 20_000;

interface Loading {
  readonly tag: HTMLScriptElement;
  readonly loaded: Promise<unknown>;
}

const scripts = new Map<string, Loading>();

/**
 * @param name of the script's global
 * @param path of the script of the current release
 * @param query of the address
 * @param setUp is called with the tag, before it is in the page and at each further call
 * @returns the global, the same for all calls with one address
 * @throws ScriptError
 */
export async function loadScript<Global>(
  name: string,
  path: string,
  query: string,
  { origin, pin, nonce, timeoutMs = TIMEOUT_MS }: LoadOptions,
  setUp: (tag: HTMLScriptElement) => void = () => undefined,
): Promise<Global> {
  const src = new URL(origin).origin + (pin === undefined ? path : pin.path + query);
  if (typeof document === 'undefined') {
    throw new ScriptError('NO_DOCUMENT', src);
  }
  let script = scripts.get(src);
  if (script === undefined) {
    const tag = document.createElement('script');
    if (pin !== undefined) {
      tag.integrity = pin.integrity;
      tag.crossOrigin = 'anonymous';
    }
    if (nonce !== undefined) {
      tag.nonce = nonce;
    }
    script = { tag, loaded: whenLoaded(tag, name, src, timeoutMs) };
    scripts.set(src, script);
    setUp(tag);
    tag.src = src;
    document.head.append(tag);
  } else {
    setUp(script.tag);
  }
  return (await script.loaded) as Global;
}

function whenLoaded(tag: HTMLScriptElement, name: string, src: string, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (reason: ScriptErrorReason) => {
      clearTimeout(timer);
      scripts.delete(src);
      tag.remove();
      reject(new ScriptError(reason, src));
    };
    const timer = setTimeout(() => fail('TIMED_OUT'), timeoutMs);
    tag.onerror = () => fail('BLOCKED');
    tag.onload = () => {
      const global: unknown = Reflect.get(globalThis, name);
      if (global === undefined) {
        fail('NO_GLOBAL');
      } else {
        clearTimeout(timer);
        resolve(global);
      }
    };
  });
}
