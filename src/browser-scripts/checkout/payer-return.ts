/** Saves the page's state before a redirect, and notifies the page when its payer has returned. */
import { callPageFunction, ENDS, isCalling, namedFunction, namesCallback, notifyPageWhenReady } from './callbacks.ts';
import { restoreFormFields, type SavedFields, saveFormFields } from './form-fields.ts';

/** The key in the session storage of the page's origin, which lasts as long as the tab. */
const STORAGE_KEY = 'turnpike-checkout';
const MARK = 'turnpike';

/** Saves the state that `beforeRedirect` returns, or else the form's fields. */
export function saveState(): void {
  const before = namedFunction('beforeRedirect') ?? saveFormFields;
  const kept = { page: pageAddress(), fragment: location.hash, state: callPageFunction(before) };
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
  } catch {
    // Without storage, or if the state cannot be serialised, the payment continues without saving.
  }
}

/** Whether this page load started with a payer's return, and whether the page was notified of it. */
let stage: 'none' | 'returning' | 'told' = 'none';
const deferredActions: (() => void)[] = [];

/** Whether the payer has interacted with the page; undefined if the browser does not report it. */
function hasBeenTouched(): boolean | undefined {
  return (navigator as Partial<Pick<Navigator, 'userActivation'>>).userActivation?.hasBeenActive;
}

/**
 * Whether the page may redirect its payer to the payment page. Some pages redirect on load. They would redirect a
 * returning payer again before they are notified of the end, or while their callback redirects. Such a page may
 * redirect only after the payer has interacted with it, or from within its callback.
 */
export function mayRedirect(): boolean {
  const may = stage === 'none' || isCalling() || (stage === 'told' && hasBeenTouched() !== false);
  if (!may) {
    console.info('Checkout: the payment page is not shown, since the payer has just come back from it');
  }
  return may;
}

/** Runs `act` at once, or after the page was notified how its payer's checkout ended. */
export function afterReturn(act: () => void): void {
  if (stage !== 'returning' || isCalling()) {
    act();
  } else {
    deferredActions.push(act);
  }
}

function finishReturn(): void {
  stage = 'told';
  for (const act of deferredActions.splice(0)) {
    act();
  }
}

/** On a page to which the payer returns: restores its saved state, and notifies it how the checkout ended. */
export function resumeAfterReturn(): void {
  const result = new URLSearchParams(location.hash.slice(1));
  const hasResult = result.has(MARK);
  const kept = takeState();
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isBack = hasResult || visit?.type === 'back_forward';
  if (hasResult) {
    stage = 'returning';
    // Removes the result from the address, so that reloading or sharing the page does not repeat it.
    history.replaceState(history.state, '', pageAddress() + (kept?.fragment ?? ''));
  }
  whenRead(() => {
    if (isBack && kept !== undefined) {
      callPageFunction(
        namedFunction('afterRedirect') ?? ((state) => restoreFormFields(state as SavedFields)),
        kept.state,
      );
    }
    if (hasResult) {
      notifyEnd(result);
    }
  });
}

function notifyEnd(result: URLSearchParams): void {
  const { [MARK]: _mark, end = '', home, ...more } = Object.fromEntries(result);
  const kind = ENDS.find((one) => one === end);
  if (kind === undefined) {
    finishReturn();
    return;
  }
  if (!namesCallback(kind)) {
    // The page names no callback yet, and may name none: a payer who presses its button now must not wait.
    finishReturn();
  }
  notifyPageWhenReady(kind, { ...(kind === 'error' && { result: 'ERROR' }), ...more }, finishReturn, () => {
    finishReturn();
    if (namesCallback(kind)) {
      redirectToShop(home);
    }
  });
}

/**
 * Redirects to the shop's own return URL if the page names a function that is not defined. The fragment is untrusted,
 * so only addresses of the page's own site are followed.
 */
function redirectToShop(home: string | undefined): void {
  if (home !== undefined && URL.canParse(home) && new URL(home).origin === location.origin) {
    location.replace(home);
  }
}

interface SavedState {
  readonly page: string;
  readonly fragment: string;
  readonly state: unknown;
}

/** @returns the state that this page saved; undefined the second time */
function takeState(): SavedState | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    if (kept?.page !== pageAddress()) {
      return undefined;
    }
    sessionStorage.removeItem(STORAGE_KEY);
    return kept;
  } catch {
    return undefined;
  }
}

function pageAddress(): string {
  return location.pathname + location.search;
}

/** Runs `act` when the page's functions and fields exist. */
function whenRead(act: () => void): void {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', act, { once: true });
  } else {
    setTimeout(act);
  }
}
