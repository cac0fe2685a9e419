/**
 * The page's callbacks, which its script tag names: each by an attribute that holds the name of a global function, or a
 * URL. They are looked up when they are needed, since pages set attributes and define functions after the script.
 */
import { tag, version } from './gateway.ts';

/** What a page may learn of an error. */
export interface Failure {
  readonly cause: string;
  readonly explanation: string;
  readonly field?: string;
  readonly validationType?: string;
  readonly supportCode?: string;
}

export type End = 'cancel' | 'complete' | 'error' | 'timeout';
export const ENDS: readonly End[] = ['cancel', 'complete', 'error', 'timeout'];

// biome-ignore lint/suspicious/noExplicitAny: a page's own function takes and gives what it likes.
type Anything = any;

const NAME = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;

function attribute(name: string): string {
  return tag?.getAttribute(`data-${name}`)?.trim() ?? '';
}

/** Whether the page wants to hear of it. */
export function hears(end: End): boolean {
  return attribute(end) !== '';
}

/** @returns what the attribute names, bound to the object that it is a member of; undefined where there is none yet */
export function namedFunction(name: string): ((...given: unknown[]) => unknown) | undefined {
  const path = attribute(name);
  if (!NAME.test(path)) {
    return undefined;
  }
  const members = path.split('.');
  const last = members.pop() ?? '';
  const owner = members.reduce<Anything>((at, member) => at?.[member], window);
  const found = owner?.[last];
  return typeof found === 'function' ? found.bind(owner) : undefined;
}

let completed: string | undefined;

/**
 * Calls the callback, or leads the page to its URL. Where the page has none yet, it is told once it has.
 *
 * @param told each member as a query parameter where the callback is a URL
 */
export function tell(end: End, told: Readonly<Record<string, string>>): void {
  if (end === 'complete') {
    // A page that comes home may show the paid session again, whose frame says the same.
    if (completed === told.resultIndicator) {
      return;
    }
    completed = told.resultIndicator;
  }
  if (end === 'error') {
    console.error('Checkout:', told.explanation);
  }
  if (!tellNow(end, told) && tag !== null) {
    const again = (): void => {
      if (tellNow(end, told)) {
        observer.disconnect();
        removeEventListener('load', again);
      }
    };
    const observer = new MutationObserver(again);
    observer.observe(tag, { attributes: true });
    addEventListener('load', again);
  }
}

/** @returns whether there was a callback */
function tellNow(end: End, told: Readonly<Record<string, string>>): boolean {
  const callback = namedFunction(end);
  const value = attribute(end);
  if (callback !== undefined) {
    callback(...givenTo(end, told));
    return true;
  }
  if (value === '' || NAME.test(value) || !URL.canParse(value, location.href)) {
    return false;
  }
  const url = new URL(value, location.href);
  // Nothing that an attribute says is run as code.
  if (!/^https?:$/.test(url.protocol)) {
    return false;
  }
  for (const [name, text] of Object.entries(told)) {
    url.searchParams.append(name, text);
  }
  location.assign(url.href);
  return true;
}

function givenTo(end: End, told: Readonly<Record<string, string>>): unknown[] {
  if (end === 'cancel' || end === 'timeout') {
    return [];
  }
  // At the versioned address it is called with two texts.
  return end === 'complete' && version !== undefined ? [told.resultIndicator, told.sessionVersion] : [told];
}

export function fail(failure: Failure): void {
  tell('error', { result: 'ERROR', ...failure });
}
