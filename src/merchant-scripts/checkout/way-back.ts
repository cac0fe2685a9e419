/** Around a redirect: what the page keeps, and what it is told when its payer is back. */
import { called, ENDS, hears, isCalling, namedFunction, tellLate } from './callbacks.ts';
import { restoreFormFields, type SavedFields, saveFormFields } from './form-fields.ts';

/** In the session storage of the page's origin, which lasts as long as its tab. */
const KEPT = 'turnpike-checkout';
const MARK = 'turnpike';

/** Asks `beforeRedirect` for a state to keep, or keeps the form's fields. */
export function keepState(): void {
  const before = namedFunction('beforeRedirect') ?? saveFormFields;
  const kept = { page: pageAddress(), fragment: location.hash, state: called(before) };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser without storage, or a state that is no JSON: the payment goes before the form.
  }
}

/** Whether this page load began with a payer's return, and whether the page has heard of it. */
let stage: 'none' | 'returning' | 'told' = 'none';
const afterwards: (() => void)[] = [];

/** Undefined where the browser does not say it. */
function hasBeenTouched(): boolean | undefined {
  return (navigator as Partial<Pick<Navigator, 'userActivation'>>).userActivation?.hasBeenActive;
}

/**
 * Whether the page may lead its payer to the payment page. Some pages do so as they load: a payer who comes back to one
 * would be sent away again before the page has heard how the payment ended, or while its callback leads on. So such a
 * page may once the payer has touched it, or from within its callback.
 */
export function mayLead(): boolean {
  const may = stage === 'none' || isCalling() || (stage === 'told' && hasBeenTouched() !== false);
  if (!may) {
    console.info('Checkout: the payment page is not shown, since the payer has just come back from it');
  }
  return may;
}

/** Runs it at once, or after the page has heard how its payer's checkout ended. */
export function afterReturn(act: () => void): void {
  if (stage !== 'returning' || isCalling()) {
    act();
  } else {
    afterwards.push(act);
  }
}

function over(): void {
  stage = 'told';
  for (const act of afterwards.splice(0)) {
    act();
  }
}

/** Of a page that was left: gives it back what it kept, and tells it how its payer's checkout ended. */
export function comeBack(): void {
  const told = new URLSearchParams(location.hash.slice(1));
  const isTold = told.has(MARK);
  const kept = takeState();
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isBack = isTold || visit?.type === 'back_forward';
  if (isTold) {
    stage = 'returning';
    // Reloaded, or sent to a friend, the page is as it was before.
    history.replaceState(history.state, '', pageAddress() + (kept?.fragment ?? ''));
  }
  whenRead(() => {
    if (isBack && kept !== undefined) {
      called(namedFunction('afterRedirect') ?? ((state) => restoreFormFields(state as SavedFields)), kept.state);
    }
    if (isTold) {
      tellEnd(told);
    }
  });
}

function tellEnd(told: URLSearchParams): void {
  const { [MARK]: _mark, end = '', home, ...more } = Object.fromEntries(told);
  const kind = ENDS.find((one) => one === end);
  if (kind === undefined) {
    over();
    return;
  }
  if (!hears(kind)) {
    // Nothing is named yet: a payer who presses now is not to wait for what may never come.
    over();
  }
  tellLate(kind, { ...(kind === 'error' && { result: 'ERROR' }), ...more }, over, () => {
    over();
    if (hears(kind)) {
      leadHome(home);
    }
  });
}

/**
 * To the shop's own address for the end, where the page names a function that it does not have. Anybody can write a
 * fragment: so it leads to the page's own site alone.
 */
function leadHome(home: string | undefined): void {
  if (home !== undefined && URL.canParse(home) && new URL(home).origin === location.origin) {
    location.replace(home);
  }
}

interface Kept {
  readonly page: string;
  readonly fragment: string;
  readonly state: unknown;
}

/** @returns what this page kept; nothing the second time */
function takeState(): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    if (kept?.page !== pageAddress()) {
      return undefined;
    }
    sessionStorage.removeItem(KEPT);
    return kept;
  } catch {
    return undefined;
  }
}

function pageAddress(): string {
  return location.pathname + location.search;
}

/** The page's functions and fields are there by then. */
function whenRead(act: () => void): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', act, { once: true });
  } else {
    setTimeout(act);
  }
}
