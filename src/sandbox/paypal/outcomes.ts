/**
 * Outcomes that a tester chooses: by a text of the request, as with the sandbox's other providers, or by a control
 * call.
 */

export interface Outcome {
  /** The call is refused with this issue. */
  readonly issue?: string;
  /** The capture, authorization or refund is made pending, for this reason. */
  readonly pending?: string;
  /** What becomes of a pending one by itself; absent: it waits for a control call. */
  readonly settlesAs?: 'COMPLETED' | 'DECLINED' | 'FAILED';
}

/** When what is pending is decided, at speed 1. */
export const PENDING_MS = 30_000;

const SCRIPTED: Readonly<Record<string, Outcome>> = {
  'TEST-FAIL-DECLINE': { issue: 'INSTRUMENT_DECLINED' },
  'TEST-PENDING': { pending: 'PENDING_REVIEW' },
  'TEST-PENDING-THEN-SUCCESS': { pending: 'PENDING_REVIEW', settlesAs: 'COMPLETED' },
  'TEST-PENDING-THEN-DECLINE': { pending: 'PENDING_REVIEW', settlesAs: 'DECLINED' },
};

/** `.FAIL`, any separators, and the issue: `.FAIL_TRANSACTION_REFUSED`. */
const FORCED = /^\.FAIL[\s_.:-]*([A-Z0-9_]+)/;

/** @param texts of the request, the first that decides is taken @returns empty when none does */
export function scriptedOutcome(texts: readonly (string | undefined | null)[]): Outcome {
  for (const text of texts) {
    const forced = FORCED.exec(text ?? '')?.[1];
    if (forced !== undefined) {
      return { issue: forced };
    }
    const scripted = text && Object.hasOwn(SCRIPTED, text) ? SCRIPTED[text] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return {};
}
