/**
 * Outcomes that a tester chooses by `order.reference`. A payment with one asks nobody, and its page leads straight
 * back.
 */
import { forcedOutcome } from '../forced-outcome.ts';
import { isFinal, type ResultCode } from './codes.ts';

export interface ScriptStep {
  readonly code: ResultCode;
  /** At speed 1, from what the script counts from. */
  readonly afterMs: number;
}

export interface Script {
  /** CREATION: the payment waits from the first moment on. ARRIVAL: from when the payer first comes to the page. */
  readonly from: 'CREATION' | 'ARRIVAL';
  /** In order of time. None: the payment waits for ever. */
  readonly steps: readonly ScriptStep[];
  /** For so long after the payer's arrival the server says nothing of this payment; at speed 1. */
  readonly silentMs: number;
  /** The payment is not even begun. */
  readonly refusal?: ResultCode;
}

const SHORTLY_MS = 30_000;
const LATER_MS = 60_000;

const SCRIPTS: Readonly<Record<string, Script>> = {
  'TEST-SUCCEED': upon('ARRIVAL', ['COMPLETED', 0]),
  'TEST-FAIL-DECLINE': upon('ARRIVAL', ['PAYER_DECLINED', 0]),
  'TEST-FAIL-NOTFOUND': { ...upon('CREATION'), refusal: 'PAYER_NOT_FOUND' },
  'TEST-PENDING': upon('ARRIVAL'),
  'TEST-SUCCESS-INIT': upon('CREATION', ['COMPLETED', SHORTLY_MS]),
  'TEST-FAIL-INIT': upon('CREATION', ['PAYER_DECLINED', SHORTLY_MS]),
  'TEST-FAIL-THEN-SUCCESS': upon('CREATION', ['PAYER_DECLINED', SHORTLY_MS], ['COMPLETED', SHORTLY_MS + LATER_MS]),
  'TEST-TIMEOUT-THEN-SUCCESS': { ...upon('ARRIVAL', ['COMPLETED', SHORTLY_MS]), silentMs: SHORTLY_MS },
};

function upon(from: Script['from'], ...steps: [code: ResultCode, afterMs: number][]): Script {
  return { from, steps: steps.map(([code, afterMs]) => ({ code, afterMs })), silentMs: 0 };
}

/** @returns undefined where the payer is asked */
export function scriptOf(orderReference: string | undefined): Script | undefined {
  const forced = forcedOutcome(orderReference);
  if (forced !== undefined) {
    return isFinal(forced) ? upon('ARRIVAL', [forced, 0]) : upon('ARRIVAL');
  }
  if (orderReference === undefined || !Object.hasOwn(SCRIPTS, orderReference)) {
    return undefined;
  }
  return SCRIPTS[orderReference];
}
