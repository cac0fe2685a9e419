/**
 * Outcomes that a tester chooses: by a text of the request, as with the sandbox's other providers, by PayPal's own
 * header for it, or by a control call.
 */
import { type GatewayCode, isGatewayCode, resultOf } from '../../contract/gateway-codes.ts';
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

interface ForcedIssues {
  /** Of a code that PayPal has no issue for. */
  readonly otherwise: string;
  readonly codes?: Partial<Readonly<Record<GatewayCode, string>>>;
}

const OF_AN_ORDER: ForcedIssues = {
  otherwise: 'TRANSACTION_REFUSED',
  codes: {
    BLOCKED: 'PAYEE_BLOCKED_TRANSACTION',
    DECLINED: 'INSTRUMENT_DECLINED',
    EXPIRED_CARD: 'INSTRUMENT_DECLINED',
    INSUFFICIENT_FUNDS: 'INSTRUMENT_DECLINED',
  },
};

/** What the gateway's own codes are at PayPal: of the issues that it describes for each operation. */
const FORCED_ISSUES: Readonly<Record<string, ForcedIssues>> = {
  'authorizations.capture': {
    otherwise: 'TRANSACTION_REFUSED',
    codes: {
      ACQUIRER_SYSTEM_ERROR: 'PAYEE_ACCOUNT_RESTRICTED',
      DECLINED: 'AUTHORIZATION_DENIED',
      EXPIRED_CARD: 'AUTHORIZATION_EXPIRED',
    },
  },
  'authorizations.reauthorize': {
    otherwise: 'TRANSACTION_REFUSED',
    codes: { ACQUIRER_SYSTEM_ERROR: 'PAYEE_ACCOUNT_RESTRICTED', NOT_SUPPORTED: 'REAUTHORIZATION_NOT_SUPPORTED' },
  },
  'authorizations.void': { otherwise: 'CANNOT_BE_VOIDED' },
  'captures.refund': {
    otherwise: 'REFUND_NOT_ALLOWED',
    codes: {
      ACQUIRER_SYSTEM_ERROR: 'PAYEE_ACCOUNT_RESTRICTED',
      INSUFFICIENT_FUNDS: 'REFUND_FAILED_INSUFFICIENT_FUNDS',
      NOT_SUPPORTED: 'PARTIAL_REFUND_NOT_ALLOWED',
    },
  },
};

/** `.FAIL`, any separators, and an issue or a gateway code: `.FAIL_TRANSACTION_REFUSED`, `.FAIL DECLINED`. */
const FORCED = /^\.FAIL[\s_.:-]*([A-Z0-9_]+)/;

type Texts = readonly (string | undefined | null)[];

/** @returns empty when no text decides; the first that does is taken */
function scriptedOutcome(operation: string, texts: Texts): Outcome {
  for (const text of texts) {
    const forced = FORCED.exec(text ?? '')?.[1];
    if (forced !== undefined) {
      return forcedOutcome(operation, forced);
    }
    const scripted = text && Object.hasOwn(SCRIPTED, text) ? SCRIPTED[text] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return {};
}

/** @param code the gateway's, or an issue of PayPal's */
function forcedOutcome(operation: string, code: string): Outcome {
  if (!isGatewayCode(code)) {
    return { issue: code };
  }
  const result = resultOf(code);
  if (result !== 'FAILURE') {
    return result === 'SUCCESS' ? {} : { pending: 'PENDING_REVIEW' };
  }
  const { codes = {}, otherwise } = FORCED_ISSUES[operation] ?? OF_AN_ORDER;
  return { issue: codes[code] ?? otherwise };
}

/** What PayPal's header for negative tests asks for. */
function mockedOutcome(operation: string, header: string | undefined): Outcome | undefined {
  try {
    const { mock_application_codes: codes } = JSON.parse(header ?? '') as { mock_application_codes?: unknown };
    const issue = Array.isArray(codes) ? codes[0] : codes;
    return typeof issue === 'string' ? forcedOutcome(operation, issue) : undefined;
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
    return mockedOutcome(operation, header) ?? scriptedOutcome(operation, texts);
  }
}
