/** How a repeat after a restore was answered, against what the acquirer has of the request. */
import type { AcquirerLedgerEntry } from '../../src/sandbox/acquirer/acquirer-ledger.ts';
import { isAnswered, nameOf, type Sent } from './drill-shops.ts';

const AS_BEFORE = 'as before';
const BARRED = 'refused as barred';
const UNDER_WAY = 'under way at the backup';
const UNDONE = 'undone at the acquirer';
const LOST = 'about a lost session or authentication';
const BROKEN_OFF = 'not answered before';

export const REPEAT_KINDS: readonly string[] = [AS_BEFORE, BARRED, UNDER_WAY, UNDONE, LOST, BROKEN_OFF];

/** Ids of the order's transactions with the state of each at the acquirer, by shop, order and transaction. */
export type AcquirerStates = ReadonlyMap<string, AcquirerLedgerEntry['state']>;

/** @returns one of `REPEAT_KINDS`, or a description of the problem */
export function repeatKind(sent: Sent, now: string, barred: ReadonlySet<string>, states: AcquirerStates): string {
  const { answer: before, what, body, way } = sent;
  const stateOf = (id: string | undefined) => states.get(`${nameOf(sent)} ${id}`);
  const { apiOperation, transaction } = body as {
    apiOperation?: string;
    transaction?: { targetTransactionId?: string };
  };
  if (now === before) {
    return AS_BEFORE;
  }
  if (/^400 .*backup that was restored/.test(now) && barred.has(nameOf(sent))) {
    return BARRED;
  }
  // Sent again, or still open when it was first answered.
  if (/^(PENDING|SUCCESS)/.test(before ?? '') && /^(PENDING|SUCCESS)/.test(now)) {
    return UNDER_WAY;
  }
  // A void has no movement of its own, and the ledger does not record the cause of a reversal.
  const undone = apiOperation === 'VOID' ? transaction?.targetTransactionId : what.split('/').at(-1);
  if (/^(FAILURE TIMED_OUT|400 )/.test(now) && stateOf(undone) === 'REVERSED') {
    return UNDONE;
  }
  const isMoney = /^(AUTHORIZE|CAPTURE|PAY|REFUND|UPDATE_AUTHORIZATION|VERIFY|VOID|INITIATE_BROWSER_PAYMENT)$/;
  if ((way === 'session' || way === 'authenticated') && !isMoney.test(apiOperation ?? '')) {
    return LOST;
  }
  return !isAnswered(sent) ? BROKEN_OFF : `${nameOf(sent)} ${way} ${apiOperation ?? what}: ${before}, then ${now}`;
}

/** The order of a movement line. */
export const orderIn = (line: string): string => line.split(' ').slice(0, 2).join(' ');
