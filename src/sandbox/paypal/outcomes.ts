/**
 * Outcomes that a tester chooses: by a text of the request, as with the sandbox's other providers, by PayPal's own
 * header for negative tests, or by a control call.
 */
import { type GatewayCode, isGatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import type { SettledStatus } from './ledger/rows.ts';

export interface PayPalOutcome {
  /** The issue with which the call is refused. */
  readonly issue?: string | undefined;
  /** The reason for which the capture, authorization or refund is pending. */
  readonly pending?: string | undefined;
  /** The later status of a pending movement. Absent: it waits for a control call. */
  readonly settlesAs?: SettledStatus | undefined;
}

/** Time until a pending movement is decided; milliseconds at speed 1. */
export const PENDING_MS = 30_000;

const SCRIPTED_OUTCOMES: Readonly<Record<string, PayPalOutcome>> = {
  'TEST-PENDING': { pending: 'PENDING_REVIEW' },
  'TEST-PENDING-THEN-SUCCESS': { pending: 'PENDING_REVIEW', settlesAs: 'COMPLETED' },
  'TEST-PENDING-THEN-DECLINE': { pending: 'PENDING_REVIEW', settlesAs: 'DECLINED' },
};

interface ForcedIssues {
  /** The issue for any other code. */
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

/** For each operation, the PayPal issue of a forced gateway code, among the issues that the description lists. */
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
const FORCED_PATTERN = /^\.FAIL[\s_.:-]*([A-Z0-9_]+)/;

type Texts = readonly (string | undefined | null)[];

/** @returns the outcome of the first text that names one, else an empty object */
function scriptedOutcome(operation: string, texts: Texts): PayPalOutcome {
  for (const text of texts) {
    const forced = FORCED_PATTERN.exec(text ?? '')?.[1];
    if (forced !== undefined) {
      return forcedOutcome(operation, forced);
    }
    const scripted = text && Object.hasOwn(SCRIPTED_OUTCOMES, text) ? SCRIPTED_OUTCOMES[text] : undefined;
    if (scripted !== undefined) {
      return scripted;
    }
  }
  return {};
}

/** @param code a gateway code, or one of PayPal's issues */
function forcedOutcome(operation: string, code: string): PayPalOutcome {
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

/** The outcome in PayPal's header for negative tests. */
function mockedOutcome(operation: string, header: string | undefined): PayPalOutcome | undefined {
  try {
    const { mock_application_codes: codes } = JSON.parse(header ?? '') as { mock_application_codes?: unknown };
    const issue = Array.isArray(codes) ? codes[0] : codes;
    return typeof issue === 'string' ? forcedOutcome(operation, issue) : undefined;
  } catch {
    return undefined;
  }
}

export class PayPalOutcomes {
  readonly #chosen = new Map<string, { readonly outcome: PayPalOutcome; left: number }>();

  /** @param count the number of affected calls of the operation */
  choose(operation: string, outcome: PayPalOutcome, count: number): void {
    this.#chosen.set(operation, { outcome, left: count });
  }

  clear(): void {
    this.#chosen.clear();
  }

  /** Returns and counts the outcome of one call. @param header `PayPal-Mock-Response` */
  of(operation: string, texts: Texts, header: string | undefined): PayPalOutcome {
    const chosen = this.#chosen.get(operation);
    if (chosen !== undefined && chosen.left > 0) {
      chosen.left -= 1;
      return chosen.outcome;
    }
    return mockedOutcome(operation, header) ?? scriptedOutcome(operation, texts);
  }
}
