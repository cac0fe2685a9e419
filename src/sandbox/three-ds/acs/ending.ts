/** The end of a transaction that was not decided at once, and its RReq. */
import { type Scheme, schemeOf } from '../directory-server/schemes.ts';
import { newId } from '../ids.ts';
import type { ResultRow, TransactionRow } from '../ledger/rows.ts';
import type { Message } from '../messages/table.ts';
import type { ThreeDSWork } from '../work.ts';
import { CHALLENGES, DECOUPLED_STYLE } from './challenge-kinds.ts';
import type { ChallengeEnding } from './outcomes.ts';
import { proofOf, reasonOf } from './proof.ts';

/** The transStatusReason of a timeout at the ACS. It always comes with a challengeCancel. */
const TIMED_OUT = '14';
const OTHER_TIMEOUT = '04';

/** Endings by the payer's cancellation, wrong answers, or an invalid CReq. */
export const CANCELLED: ChallengeEnding = { transStatus: 'N', transStatusReason: '01', challengeCancel: '01' };
export const TOO_MANY_WRONG_CODES: ChallengeEnding = { transStatus: 'N', transStatusReason: '19' };
export const SPOILED_BY_REQUEST: ChallengeEnding = { transStatus: 'N', transStatusReason: '07', challengeCancel: '06' };

const EXPIRY_ENDINGS: Readonly<Partial<Record<TransactionRow['state'], ChallengeEnding>>> = {
  AWAITED: { transStatus: 'N', transStatusReason: '14', challengeCancel: '05' },
  CHALLENGED: { transStatus: 'N', transStatusReason: '14', challengeCancel: '04' },
  DECOUPLED: { transStatus: 'N', transStatusReason: '24', challengeCancel: '03' },
};

/** A reordered result is sent after the next result, and at the latest after this time. */
const REORDERED_MS = 5_000;
const AFTER_CRES_MS = 1_000;
const DELAYS: Readonly<Record<string, number>> = { REORDERED: REORDERED_MS, AFTER_CRES: AFTER_CRES_MS };

/** Faults with which the browser does not wait for the RReq. */
export const UNWAITED_FAULTS: readonly (string | null)[] = ['LOST', 'REORDERED', 'AFTER_CRES'];

export const canExpire = ({ state }: TransactionRow): boolean => EXPIRY_ENDINGS[state] !== undefined;

/** Ends a transaction and plans its RReq. @returns the changed row */
export function end(work: ThreeDSWork, row: TransactionRow, ending: ChallengeEnding): TransactionRow {
  const { transStatus, transStatusReason, challengeCancel, isTrusting } = ending;
  const wantsTrust = row.challenge_ind === '09' && row.message_version !== '2.1.0';
  const ended = work.ledger.transactions.change(row, {
    state: 'ENDED',
    trans_status: transStatus,
    trans_status_reason: reasonOf(transStatus, transStatusReason),
    ...proofOf(row, schemeOf(row.scheme) as Scheme, transStatus),
    challenge_cancel: challengeCancel ?? (transStatusReason === TIMED_OUT ? OTHER_TIMEOUT : null),
    white_list_status: wantsTrust ? (isTrusting === true ? 'Y' : 'N') : row.white_list_status,
    expires_at: null,
    updated_at: work.now,
  });
  planResult(work, ended);
  return ended;
}

/** Plans the RReq, as altered by a fault. */
export function planResult({ ledger, faults, now }: ThreeDSWork, { id, scheme }: TransactionRow): void {
  const { mode, delayMs } = faults.take('RReq', scheme);
  const isLost = mode === 'LOST';
  const result: Omit<ResultRow, 'id'> = {
    ds_trans_id: id,
    state: isLost ? 'LOST' : 'WAITING',
    fault: mode === 'NONE' ? null : mode,
    due_at: isLost ? null : now + (delayMs || (DELAYS[mode] ?? 0)),
    sent_at: null,
    answer: null,
    created_at: now,
  };
  const copies = mode === 'DOUBLED' ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    ledger.results.add({ id: newId(), ...result });
  }
}

/** Ends the expired transactions. */
export function endExpired(work: ThreeDSWork): void {
  for (const row of work.ledger.transactions.due('expires_at', work.now)) {
    end(work, row, EXPIRY_ENDINGS[row.state] as ChallengeEnding);
  }
}

/** The RReq of the ACS to the directory server. */
export function rreqOf(row: TransactionRow): Message {
  const isDecoupled = row.authentication_type === DECOUPLED_STYLE.type;
  const style = row.kind === null ? DECOUPLED_STYLE : CHALLENGES[row.kind];
  const hasTrustStatus = row.challenge_ind === '09' && row.message_version !== '2.1.0';
  return {
    messageType: 'RReq',
    messageVersion: row.message_version,
    messageCategory: row.message_category,
    threeDSServerTransID: row.three_ds_server_trans_id,
    acsTransID: row.acs_trans_id,
    dsTransID: row.id,
    transStatus: row.trans_status,
    transStatusReason: row.trans_status_reason ?? undefined,
    eci: row.eci ?? undefined,
    authenticationValue: row.authentication_value ?? undefined,
    authenticationType: row.authentication_type,
    authenticationMethod: style.method,
    interactionCounter: isDecoupled ? undefined : `${row.interactions}`.padStart(2, '0'),
    challengeCancel: row.challenge_cancel ?? undefined,
    whiteListStatus: hasTrustStatus ? (row.white_list_status ?? 'N') : undefined,
    whiteListStatusSource: hasTrustStatus ? '03' : undefined,
  };
}
