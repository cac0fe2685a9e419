/** Around a redirect: what the page keeps, and what it is told when its payer is back. */
import { ENDS, type End, namedFunction, tell } from './callbacks.ts';
import { restoreFormFields, type SavedFields, saveFormFields } from './form-fields.ts';

/** In the session storage of the page's origin, which lasts as long as its tab. */
const KEPT = 'turnpike-checkout';
const MARK = 'turnpike';

/** Asks `beforeRedirect` for a state to keep, or keeps the form's fields. */
export function keepState(): void {
  const before = namedFunction('beforeRedirect') ?? saveFormFields;
  const kept = { page: pageAddress(), fragment: location.hash, state: before() };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser without storage, or a state that is no JSON: the payment goes before the form.
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
    // Reloaded, or sent to a friend, the page is as it was before.
    history.replaceState(history.state, '', pageAddress() + (kept?.fragment ?? ''));
  }
  whenRead(() => {
    if (isBack && kept !== undefined) {
      (namedFunction('afterRedirect') ?? ((state) => restoreFormFields(state as SavedFields)))(kept.state);
    }
    const end = told.get('end') as End;
    if (isTold && ENDS.includes(end)) {
      told.delete(MARK);
      told.delete('end');
      tell(end, { ...(end === 'error' && { result: 'ERROR' }), ...Object.fromEntries(told) });
    }
  });
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
