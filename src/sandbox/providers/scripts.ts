/**
 * Outcomes that a tester selects by `order.reference`. A scripted payment needs no answer: its page redirects to the
 * shop at once.
 */
import { forcedOutcome } from '../kit/forced-outcome.ts';
import { isFinal, type ResultCode } from './codes.ts';

export interface ScriptStep {
  readonly code: ResultCode;
  /** Milliseconds from the script's start, at speed 1. */
  readonly afterMs: number;
}

export interface ProviderScript {
  /** The script's start. CREATION: the creation of the payment. ARRIVAL: the payer's first request of the page. */
  readonly from: 'CREATION' | 'ARRIVAL';
  /** The steps in order of time. Empty: the payment stays pending. */
  readonly steps: readonly ScriptStep[];
  /** How long after the payer's arrival the server does not answer for this payment; milliseconds at speed 1. */
  readonly silentMs: number;
  /** The code with which the payment's creation is refused. */
  readonly refusal?: ResultCode;
}

const SHORTLY_MS = 30_000;
const LATER_MS = 60_000;

const SCRIPTS: Readonly<Record<string, ProviderScript>> = {
  'TEST-SUCCEED': upon('ARRIVAL', ['COMPLETED', 0]),
  'TEST-FAIL-DECLINE': upon('ARRIVAL', ['PAYER_DECLINED', 0]),
  'TEST-FAIL-NOTFOUND': { ...upon('CREATION'), refusal: 'PAYER_NOT_FOUND' },
  'TEST-PENDING': upon('ARRIVAL'),
  'TEST-SUCCESS-INIT': upon('CREATION', ['COMPLETED', SHORTLY_MS]),
  'TEST-FAIL-INIT': upon('CREATION', ['PAYER_DECLINED', SHORTLY_MS]),
  'TEST-FAIL-THEN-SUCCESS': upon('CREATION', ['PAYER_DECLINED', SHORTLY_MS], ['COMPLETED', SHORTLY_MS + LATER_MS]),
  'TEST-TIMEOUT-THEN-SUCCESS': { ...upon('ARRIVAL', ['COMPLETED', SHORTLY_MS]), silentMs: SHORTLY_MS },
};

function upon(from: ProviderScript['from'], ...steps: [code: ResultCode, afterMs: number][]): ProviderScript {
  return { from, steps: steps.map(([code, afterMs]) => ({ code, afterMs })), silentMs: 0 };
}

/** @returns undefined when the payer must answer */
export function scriptOf(orderReference: string | undefined): ProviderScript | undefined {
  const forced = forcedOutcome(orderReference);
  if (forced !== undefined) {
    return isFinal(forced) ? upon('ARRIVAL', [forced, 0]) : upon('ARRIVAL');
  }
  if (orderReference === undefined || !Object.hasOwn(SCRIPTS, orderReference)) {
    return undefined;
  }
  return SCRIPTS[orderReference];
}
