/**
 * Outcomes that a tester chooses: by a text of the request, as with the sandbox's other providers, by PayPal's own
 * header for it, or by a control call.
 */
import { isGatewayCode } from '../../contract/gateway-codes.ts';
import type { Settled } from './ledger/rows.ts';

export interface Outcome {
  /** The call is refused with this issue. */
  readonly issue?: string | undefined;
  /** The capture, authorization or refund is pending, for this reason. */
  readonly pending?: string | undefined;
  /** What becomes of a pending one by itself; absent: it waits for a control call. */
  readonly settlesAs?: Settled | undefined;
}

/** When what is pending is decided, at speed 1. */
export const PENDING_MS = 30_000;

const SCRIPTED: Readonly<Record<string, Outcome>> = {
  'TEST-PENDING': { pending: 'PENDING_REVIEW' },
  'TEST-PENDING-THEN-SUCCESS': { pending: 'PENDING_REVIEW', settlesAs: 'COMPLETED' },
  'TEST-PENDING-THEN-DECLINE': { pending: 'PENDING_REVIEW', settlesAs: 'DECLINED' },
};

/** What the gateway's own codes are at PayPal; other codes are its issues already. */
const OF_GATEWAY_CODES: Readonly<Record<string, Outcome>> = {
  APPROVED: {},
  BLOCKED: { issue: 'PAYEE_BLOCKED_TRANSACTION' },
  DECLINED: { issue: 'INSTRUMENT_DECLINED' },
  EXPIRED_CARD: { issue: 'INSTRUMENT_DECLINED' },
  INSUFFICIENT_FUNDS: { issue: 'INSTRUMENT_DECLINED' },
  PENDING: { pending: 'PENDING_REVIEW' },
};
const OTHER_GATEWAY_CODE: Outcome = { issue: 'TRANSACTION_REFUSED' };

/** `.FAIL`, any separators, and an issue or a gateway code: `.FAIL_TRANSACTION_REFUSED`, `.FAIL DECLINED`. */
const FORCED = /^\.FAIL[\s_.:-]*([A-Z0-9_]+)/;

type Texts = readonly (string | undefined | null)[];

/** @returns empty when no text decides; the first that does is taken */
function scriptedOutcome(texts: Texts): Outcome {
  for (const text of texts) {
    const forced = FORCED.exec(text ?? '')?.[1];
    if (forced !== undefined) {
      return OF_GATEWAY_CODES[forced] ?? (isGatewayCode(forced) ? OTHER_GATEWAY_CODE : { issue: forced });
    }
    const scripted = text && Object.hasOwn(SCRIPTED, text) ? SCRIPTED[text] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return {};
}

/** What PayPal's header for negative tests asks for. */
function mockedOutcome(header: string | undefined): Outcome | undefined {
  try {
    const { mock_application_codes: codes } = JSON.parse(header ?? '') as { mock_application_codes?: unknown };
    const issue = Array.isArray(codes) ? codes[0] : codes;
    return typeof issue === 'string' ? { issue } : undefined;
  } catch {
    return undefined;
  }
}

export class Outcomes {
  readonly #chosen = new Map<string, { readonly outcome: Outcome; left: number }>();

  /** @param count how many calls of the operation it decides */
  choose(operation: string, outcome: Outcome, count: number): void {
    this.#chosen.set(operation, { outcome, left: count });
  }

  clear(): void {
    this.#chosen.clear();
  }

  /** The outcome of one call; counts it. @param header `PayPal-Mock-Response` */
  of(operation: string, texts: Texts, header: string | undefined): Outcome {
    const chosen = this.#chosen.get(operation);
    if (chosen !== undefined && chosen.left > 0) {
      chosen.left -= 1;
      return chosen.outcome;
    }
    return mockedOutcome(header) ?? scriptedOutcome(texts);
  }
}
