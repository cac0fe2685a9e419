/**
 * The page's callbacks, named by the script's tag: each attribute has the name of a global function, or a URL. The
 * names are resolved on use, since pages set attributes and define functions after the script has loaded, and also name
 * functions that they do not define.
 */
import { scriptVersion, tags } from './gateway.ts';

/** The details of an error that a page receives. */
export interface CheckoutFailure {
  readonly cause: string;
  readonly explanation: string;
  readonly field?: string;
  readonly validationType?: string;
  readonly supportCode?: string;
}

export type End = 'cancel' | 'complete' | 'error' | 'timeout';
export const ENDS: readonly End[] = ['cancel', 'complete', 'error', 'timeout'];

/** The data of a callback, by name. */
export type CallbackData = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noExplicitAny: a page's own function takes and gives what it likes.
type AnyValue = any;
type Callback = (...given: unknown[]) => unknown;

const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
/** Characters of a function's source text, which some frameworks write into the attribute. An address has none. */
const NO_ADDRESS = /[\s(){}<>]/;

/** Modules and frameworks may define a callback only after the `load` event, so it is looked up for this long. */
const LATE_MS_MAX = 2_000;
const LOOK_AGAIN_MS = 100;

/** An attribute of the tag, or a property of the same name: its value is a name, a URL or a function. */
function tagValue(name: string): unknown {
  const names = [name, name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)].map((one) => `data-${one}`);
  for (const tag of tags()) {
    for (const attribute of names) {
      const value: unknown = tag.getAttribute(attribute)?.trim() || Reflect.get(tag, attribute);
      if (value) {
        return value;
      }
    }
  }
  return undefined;
}

/** Whether the page names a callback for this end, even if it is not defined. */
export function namesCallback(end: End): boolean {
  return tagValue(end) !== undefined;
}

/** @returns the function that the attribute names, bound to its object; undefined while it is not defined */
export function namedFunction(name: string): Callback | undefined {
  const value = tagValue(name);
  if (typeof value === 'function') {
    return value as Callback;
  }
  if (!NAME.test(String(value))) {
    return undefined;
  }
  const path = String(value).split('.');
  const last = path.pop() ?? '';
  const owner = path.reduce<AnyValue>((at, member) => at?.[member], window);
  const found = owner?.[last];
  return typeof found === 'function' ? found.bind(owner) : undefined;
}

let calls = 0;

/** Whether one of the page's callbacks is running. */
export function isCalling(): boolean {
  return calls > 0;
}

/** Calls a function of the page. An exception in it is reported, and does not stop our script. */
export function callPageFunction(callback: Callback | undefined, ...values: unknown[]): unknown {
  calls += 1;
  try {
    return callback?.(...values);
  } catch (error) {
    reportError(error);
    return undefined;
  } finally {
    calls -= 1;
  }
}

let reportedIndicator: string | undefined;

/**
 * Calls the callback, or redirects the page to its URL.
 *
 * @param data the data for the callback; query parameters if the callback is a URL
 * @returns whether the page was notified, now or before
 */
export function notifyPage(end: End, data: CallbackData): boolean {
  if (end === 'complete') {
    // After the payer's return the page may show the paid session again, whose frame then reports the same end.
    if (reportedIndicator === data.resultIndicator) {
      return true;
    }
  }
  const isHeard = invokeCallback(end, data);
  if (isHeard && end === 'complete') {
    reportedIndicator = data.resultIndicator;
  }
  return isHeard;
}

const NO_ACTION = (): void => undefined;

/**
 * Like `notifyPage`, for a callback that the page may define later.
 *
 * @param absent called once, if the callback is not defined in time
 */
export function notifyPageWhenReady(end: End, data: CallbackData, heard = NO_ACTION, absent = NO_ACTION): void {
  if (end === 'error') {
    console.error('Checkout:', data.explanation);
  }
  if (notifyPage(end, data)) {
    heard();
    return;
  }
  /** The end of the wait by `performance.now()`; set when the page has loaded. */
  let until: number | undefined;
  const look = (): void => {
    if (document.readyState === 'complete') {
      until ??= performance.now() + LATE_MS_MAX;
    }
    if (notifyPage(end, data)) {
      clearInterval(timer);
      heard();
    } else if (performance.now() > (until ?? Number.POSITIVE_INFINITY)) {
      clearInterval(timer);
      absent();
    }
  };
  const timer = setInterval(look, LOOK_AGAIN_MS);
}

/** @returns whether there was a callback */
function invokeCallback(end: End, data: CallbackData): boolean {
  const callback = namedFunction(end);
  if (callback !== undefined) {
    callPageFunction(callback, ...callbackArguments(end, data));
    return true;
  }
  const value = tagValue(end);
  if (typeof value !== 'string' || NAME.test(value) || NO_ADDRESS.test(value) || !URL.canParse(value, location.href)) {
    return false;
  }
  const { href, protocol } = new URL(value, location.href);
  // The value of an attribute must not run as code (`javascript:`).
  if (!/^https?:$/.test(protocol)) {
    return false;
  }
  location.assign(withParameters(href, data));
  return true;
}

/** Adds the data as query parameters. The address's own parameters stay, except those of the same names. */
function withParameters(href: string, data: CallbackData): string {
  const [address = '', ...fragment] = href.split('#');
  const [path = '', ...query] = address.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((one) => one !== '' && !(one.split('=', 1)[0]! in data));
  const all = [...others, new URLSearchParams(data).toString()].filter((one) => one !== '').join('&');
  return [all === '' ? path : `${path}?${all}`, ...fragment].join('#');
}

function callbackArguments(end: End, data: CallbackData): unknown[] {
  if (end === 'cancel' || end === 'timeout') {
    return [];
  }
  // The script at a versioned address passes two strings to the callback.
  return end === 'complete' && scriptVersion !== undefined ? [data.resultIndicator, data.sessionVersion] : [data];
}

export function fail(failure: CheckoutFailure): void {
  const data = { result: 'ERROR', ...failure };
  notifyPageWhenReady('error', data);
}
