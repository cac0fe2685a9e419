/** The minimum variety of a run's histories, so that a loss of coverage is noticed. */
import type { Tally } from './journal.ts';

/**
 * Each kind, by the prefix of its names in the tally: at least once in this many histories on average. This is a third
 * of the count in a long run, and less for rare kinds, so that chance alone fails no run.
 */
const EXPECTED: Readonly<Record<string, number>> = {
  'acquirer answer doubled': 25,
  'acquirer answer late': 30,
  'acquirer answer lost': 30,
  'acquirer line down': 5,
  'acquirer not reached': 20,
  'acquirer request doubled': 30,
  'acquirer request late': 30,
  'acquirer request lost': 30,
  'acquirer silent': 10,
  'another meaning': 8,
  'answered LOCKED': 15,
  'answered REFUSED': 4,
  'asked again': 5,
  AUTHORIZE: 5,
  'callback message doubled': 2_500,
  'callback message late': 5_000,
  'callback message lost': 2_500,
  'callbacks: 0': 50,
  'callbacks: 2': 40,
  CAPTURE: 6,
  'clock jumped': 15,
  'crash ': 3,
  'crash after advice': 2_500,
  'crash after balance': 1_500,
  'crash after completeOrder': 100,
  'crash after insertOrder': 80,
  'crash after lockOrder': 250,
  'crash after request': 150,
  'crash after reversal of': 2_500,
  'crash after resolveOrder': 5_000,
  'crash after state at the provider': 400,
  'crash after claimFollowUps': 80,
  'crash before advice': 2_500,
  'crash before balance': 2_000,
  'crash before completeOrder': 100,
  'crash before insertOrder': 80,
  'crash before lockOrder': 250,
  'crash before request': 150,
  'crash before resolveOrder': 5_000,
  'disk full at completeOrder': 15,
  'disk full at insertOrder': 15,
  'durable in doubt at completeOrder': 150,
  'durable in doubt at insertOrder': 150,
  'durable in doubt at lockOrder': 400,
  'in doubt at completeOrder': 100,
  'in doubt at insertOrder': 100,
  'in doubt at lockOrder': 300,
  'gift card ACQUIRER_SYSTEM_ERROR': 120,
  'gift card INSUFFICIENT_FUNDS': 80,
  'gift card PENDING': 15,
  'gift card emptied after its balance was told': 65,
  INITIATE_BROWSER_PAYMENT: 8,
  'merchant answer lost': 20,
  'merchant confirms': 4,
  'merchant repeats after an error': 10,
  'merchant repeats after silence': 3,
  'merchant request doubled': 10,
  'message again at the acquirer': 25,
  'movement again at the provider': 5_000,
  PAY: 3,
  'payer cancels': 100,
  'payer comes back': 20,
  'payer does not come back': 30,
  'payer goes for good, and the gift card is held': 90,
  'payer leaves the gift card': 200,
  'payer never goes': 80,
  'payer pays the rest': 22,
  'payer takes the gift card off': 70,
  'process stood still': 8,
  'provider answer lost': 80,
  'provider request late': 60,
  'recovered at a start': 40,
  REFUND: 4,
  'refund APPROVED': 25,
  'refund REJECTED': 50,
  'rest ACQUIRER_SYSTEM_ERROR': 300,
  'rest APPROVED': 30,
  'rest DECLINED': 240,
  'rest REFUSED': 1_000,
  'rest TIMED_OUT': 450,
  'reversal before its original': 15,
  'start failed': 10,
  UPDATE_AUTHORIZATION: 15,
  VERIFY: 10,
  VOID: 4,
};

/**
 * Runs with fewer histories have lower minimums, since one long fault can be most of a kind's count: a third, and zero
 * for a kind that is expected less than ten times. A full disk, for example, is expected 8 times in 120 histories; one
 * run of some hundred has none.
 */
const FEW_HISTORIES = 1_000;
const EXPECTED_MIN_IN_FEW = 10;
const OF_EXPECTED_IN_FEW = 1 / 3;

/** @returns a sentence for each kind that is too rare */
export function tooRare(tally: Tally, histories: number): string[] {
  return Object.entries(EXPECTED).flatMap(([kind, oneIn]) => {
    const often = [...tally].reduce((sum, [what, times]) => (what.startsWith(kind) ? sum + times : sum), 0);
    return often >= leastTimes(histories / oneIn, histories)
      ? []
      : [`${kind}: ${often} times in ${histories} histories`];
  });
}

function leastTimes(expected: number, histories: number): number {
  if (histories >= FEW_HISTORIES) {
    return Math.floor(expected);
  }
  return expected < EXPECTED_MIN_IN_FEW ? 0 : Math.floor(expected * OF_EXPECTED_IN_FEW);
}
