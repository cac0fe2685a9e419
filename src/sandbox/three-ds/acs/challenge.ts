/** A challenge, from the first CReq to the CRes. */

import { newCode } from '../ids.ts';
import type { TransactionRow } from '../ledger/rows.ts';
import { erroOf, type MessageError } from '../messages/erro.ts';
import type { Message } from '../messages/table.ts';
import type { MessageRoute } from '../records.ts';
import type { ThreeDSWork } from '../work.ts';
import { CANCELLED, canExpire, end, SPOILED_BY_REQUEST, TOO_MANY_WRONG_CODES } from './ending.ts';
import { CHOOSABLE_ENDINGS, QUESTIONS } from './endings.ts';
import type { ChallengeEnding } from './outcomes.ts';

const FROM_BROWSER: MessageRoute = { from: 'browser', to: 'ACS' };
const TO_BROWSER: MessageRoute = { from: 'ACS', to: 'browser' };

/** The payer's time for each step. */
const STEP_MS = 600_000;
const WRONG_ANSWERS_MAX = 3;
const SESSION_CHARACTERS_MAX = 1_024;

export interface CReqResult {
  /** Undefined: the CReq names no known transaction. */
  readonly row?: TransactionRow | undefined;
  /** Absent: the CReq is valid. */
  readonly erro?: Message;
}

/** Handles the first or a repeated CReq from the browser. @param text the CReq's JSON */
export function receiveCReq(work: ThreeDSWork, text: string, sessionData: string | null): CReqResult {
  const { records, ledger, now } = work;
  const { message: creq, fault } = records.take(text, ['CReq'], FROM_BROWSER, now);
  const row = ledger.transactions.find({ acs_trans_id: String(creq.acsTransID), device_channel: '02' });
  const wrong = fault ?? wrongIn(creq, row, sessionData);
  if (wrong !== undefined) {
    if (fault === undefined) {
      records.refuse(creq, `${wrong.code}: ${wrong.detail}`);
    }
    const erro = records.send('Erro', erroOf('A', wrong, creq), TO_BROWSER, now);
    const spoiled = row !== undefined && canExpire(row) ? end(work, row, SPOILED_BY_REQUEST) : row;
    return { row: spoiled, erro };
  }
  if (row?.state !== 'AWAITED') {
    return { row };
  }
  const came = ledger.transactions.change(row, {
    state: 'CHALLENGED',
    window_size: String(creq.challengeWindowSize),
    session_data: sessionData,
    expires_at: now + STEP_MS,
    updated_at: now,
  });
  return { row: came.planned === null ? came : end(work, came, JSON.parse(came.planned) as ChallengeEnding) };
}

function wrongIn(creq: Message, row: TransactionRow | undefined, sessionData: string | null): MessageError | undefined {
  if (row === undefined || row.kind === null) {
    return { code: '301', detail: 'acsTransID' };
  }
  if (row.three_ds_server_trans_id !== creq.threeDSServerTransID) {
    return { code: '301', detail: 'threeDSServerTransID' };
  }
  if (row.message_version !== creq.messageVersion) {
    return { code: '305', detail: 'messageVersion' };
  }
  const isLong = (sessionData ?? '').length > SESSION_CHARACTERS_MAX;
  return isLong ? { code: '203', detail: 'threeDSSessionData' } : undefined;
}

export interface ChallengeProgress {
  readonly row: TransactionRow;
  /** A message on the page. */
  readonly notice?: string;
}

/** Handles a step of the payer on the page. */
export function answerChallenge(work: ThreeDSWork, row: TransactionRow, form: URLSearchParams): ChallengeProgress {
  if (row.state !== 'CHALLENGED') {
    return { row };
  }
  const choice = form.get('choice');
  if (choice === 'CANCEL') {
    return { row: end(work, row, CANCELLED) };
  }
  if (choice === 'END') {
    const [, ending] = CHOOSABLE_ENDINGS[Number(form.get('ending'))] ?? [];
    return ending === undefined ? { row, notice: 'Choose how it ends.' } : { row: end(work, row, ending) };
  }
  const step = { expires_at: work.now + STEP_MS, updated_at: work.now };
  if (choice === 'RESEND') {
    const resent = work.ledger.transactions.change(row, { ...step, code: newCode() });
    return { row: resent, notice: 'A new code was sent. The old one is not valid any more.' };
  }
  const came = work.ledger.transactions.change(row, { ...step, interactions: row.interactions + 1 });
  if (row.kind === 'OUT_OF_BAND') {
    return { row: came, notice: 'Nothing was confirmed in the app yet.' };
  }
  if (isRight(came, form)) {
    return { row: end(work, came, { transStatus: 'Y', isTrusting: form.get('trust') === 'Y' }) };
  }
  const counted = work.ledger.transactions.change(came, { wrong_codes: came.wrong_codes + 1 });
  if (counted.wrong_codes >= WRONG_ANSWERS_MAX) {
    return { row: end(work, counted, TOO_MANY_WRONG_CODES) };
  }
  const left = WRONG_ANSWERS_MAX - counted.wrong_codes;
  return { row: counted, notice: `That was wrong. You may try ${left === 1 ? 'once' : 'twice'} more.` };
}

function isRight({ kind, code }: TransactionRow, form: URLSearchParams): boolean {
  if (kind === 'SINGLE_SELECT' || kind === 'MULTI_SELECT') {
    return form.getAll('answer').sort().join() === [...QUESTIONS[kind].right].sort().join();
  }
  return (form.get('code') ?? '').trim() === code;
}

/** Ends a transaction by the payer's answer in the bank's app. */
export function answerInBankApp(work: ThreeDSWork, row: TransactionRow, isAgreed: boolean): TransactionRow {
  const counted = work.ledger.transactions.change(row, {
    interactions: row.state === 'CHALLENGED' ? row.interactions + 1 : row.interactions,
    updated_at: work.now,
  });
  return end(work, counted, isAgreed ? { transStatus: 'Y' } : { transStatus: 'N', transStatusReason: '01' });
}

/** The transactions that the bank's app shows. */
export function waitingInApp({ ledger }: Pick<ThreeDSWork, 'ledger'>): TransactionRow[] {
  const asked = ledger.transactions.all({ kind: 'OUT_OF_BAND', state: 'CHALLENGED' });
  return [...asked, ...ledger.transactions.all({ state: 'DECOUPLED' })];
}

/** The CRes, the last message to the browser. */
export function cresOf({ records, now }: ThreeDSWork, row: TransactionRow): Message {
  const cres = {
    messageType: 'CRes',
    messageVersion: row.message_version,
    threeDSServerTransID: row.three_ds_server_trans_id,
    acsTransID: row.acs_trans_id,
    transStatus: row.trans_status === 'Y' ? 'Y' : 'N',
  };
  return records.send('CRes', cres, TO_BROWSER, now, { messageCategory: row.message_category });
}
