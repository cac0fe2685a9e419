/**
 * A tab of a driven browser, operated as by a payer. Elements are found by role and name, pressed as by a mouse, and
 * typed into as by a keyboard. Firefox speaks WebDriver BiDi and WebKit classic WebDriver; both share the actions.
 */
import { vi } from 'vitest';

/** Usually within milliseconds; on a busy machine it has taken more than ten seconds. */
export const LOOK = { timeout: 30_000, interval: 50 };

/** The errors for an element or a document that has just been replaced. */
const REPLACED = new Set([
  'no such element',
  'no such node',
  'no such frame',
  'stale element reference',
  'move target out of bounds',
  'unknown error',
]);

/** Firefox's own look-up by role and name takes half a second each time. */
const SELECTORS = { heading: 'h1, h2, h3', button: 'button', link: 'a[href]', textbox: 'input', summary: 'summary' };

/**
 * Runs in the page: the visible elements with this name. Empty while the page is loading, since its styles would move
 * the target.
 */
const FIND = `(selector, name) => document.readyState !== 'complete' ? [] :
  [...document.querySelectorAll(selector)].filter((one) =>
    one.checkVisibility() && (one.ariaLabel ?? (one.labels?.[0] ?? one).textContent).trim().replace(/\\s+/g, ' ') === name)`;

/** The key in the protocol's encoding. */
const CONTROL = '\uE009';

type Role = keyof typeof SELECTORS;

/** A payer's actions on a document: that of the tab, or of a frame in it. */
export interface DriverDocument {
  /** Waits until exactly one such element is visible. @param name the whole of it */
  see(role: Role, name: string): Promise<void>;
  count(role: Role, name: string): Promise<number>;
  /** @param times number of presses, as fast as possible */
  press(role: Role, name: string, times?: number): Promise<void>;
  /** Replaces the contents of the input. */
  fill(name: string, value: string): Promise<void>;
  /** Runs in the page, even if its own scripts may not. @param read a function's text, without parameters */
  evaluate(read: string): Promise<unknown>;
  /** The visible text of the page, with whitespace collapsed. */
  text(): Promise<string>;
}

export interface DriverPage extends DriverDocument {
  /** Errors and warnings of scripts. */
  readonly complaints: readonly string[];
  /** Resolves when the page is loaded, after all redirects. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  url(): Promise<string>;
  /** Waits until the page has a frame. @returns its document, even after a redirect to another site */
  frame(): Promise<DriverDocument>;
  close(): Promise<void>;
}

/** A refusal by the browser. */
export class DriverError extends Error {
  /** @example 'no such element' */
  readonly code: string;

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`);
    this.code = code;
  }
}

/** The protocol's part of a document. `N` is a reference to an element. */
export interface DocumentDriver<N> {
  /** Runs a function, as text, in the document. @throws DriverError */
  call<T>(functionText: string, ...values: string[]): Promise<T>;
  /** @param actions of WebDriver's input sources @throws DriverError */
  perform(...actions: object[]): Promise<unknown>;
  /** The origin of a pointer's move to the middle of an element. */
  originOf(node: N): object;
}

/** The payer's actions by a driver. */
export function documentBy<N>({ call, perform, originOf }: DocumentDriver<N>): DriverDocument {
  const find = (role: Role, name: string) => call<readonly N[]>(FIND, SELECTORS[role], name);
  const text = async () => (await call<string>('() => document.body.innerText')).replace(/\s+/g, ' ');
  const pressNode = (node: N, times = 1) =>
    perform({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', x: 0, y: 0, origin: originOf(node) },
        ...Array.from({ length: times }, () => PRESS).flat(),
      ],
    });

  /** The first presses may navigate away, so that later ones find no element: that ends them. */
  async function pressFast(node: N, times: number, isThere: () => Promise<boolean>): Promise<void> {
    try {
      await pressNode(node, times);
    } catch (error) {
      if (times === 1 || falseIfReplaced(error) || (await isThere())) {
        throw error;
      }
    }
  }

  /** Waits for the one element and acts on it; repeats if its document was replaced before the action. */
  async function withOne(role: Role, name: string, act: (node: N) => Promise<unknown>): Promise<void> {
    const acted = async () => {
      const [node, ...others] = await find(role, name);
      if (node === undefined || others.length > 0) {
        return false;
      }
      await act(node);
      return true;
    };
    try {
      await vi.waitUntil(() => acted().catch(falseIfReplaced), LOOK);
    } catch (cause) {
      const said = await call<string>(HEADINGS).catch(String);
      throw new Error(`There is not one ${role} "${name}" in the page, which says: ${said}`, { cause });
    }
  }

  return {
    see: (role, name) => withOne(role, name, async () => undefined),
    count: async (role, name) => (await find(role, name)).length,
    press: (role, name, times = 1) =>
      withOne(role, name, (node) => pressFast(node, times, async () => (await find(role, name)).length > 0)),
    fill: (name, value) =>
      withOne('textbox', name, async (node) => {
        await pressNode(node);
        await perform({ type: 'key', id: 'keyboard', actions: [...SELECT_ALL, ...[...value].flatMap(strike)] });
      }),
    evaluate: (read) => call(read),
    text,
  };
}

/** The page's headings and reports, which are shorter than its text. */
const HEADINGS =
  "() => [...document.querySelectorAll('h1, h2, h3, [role=alert], [role=status]')].map((one) => one.innerText).join(' | ')";

function falseIfReplaced(error: unknown): false {
  if (error instanceof DriverError && REPLACED.has(error.code)) {
    return false;
  }
  throw error;
}

const PRESS = [
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
];

const strike = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
];

const SELECT_ALL = [{ type: 'keyDown', value: CONTROL }, ...strike('a'), { type: 'keyUp', value: CONTROL }];
