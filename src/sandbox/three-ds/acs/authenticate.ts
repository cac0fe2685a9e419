/** The ACS's answer to an AReq. */

import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Scheme } from '../directory-server/schemes.ts';
import { newCode, newId } from '../ids.ts';
import type { TransactionRow, TransactionState } from '../ledger/rows.ts';
import { erroOf } from '../messages/erro.ts';
import type { Message } from '../messages/table.ts';
import { THREE_DS_PREFIX } from '../prefix.ts';
import { type MessageRoute, maskCardNumber } from '../records.ts';
import type { ThreeDSWork } from '../work.ts';
import { cardHashOf, seedOf } from './authentication-value.ts';
import { CHALLENGES, DECOUPLED_STYLE } from './challenge-kinds.ts';
import { type Decision, decideAuthentication } from './decision.ts';
import { proofOf, reasonOf } from './proof.ts';

const ACS_REFERENCE_NUMBER = 'TURNPIKE_SANDBOX_ACS_020200';
export const CHALLENGE_PATH = `${THREE_DS_PREFIX}/acs/challenge`;

const STATES: Readonly<Record<string, TransactionState>> = { C: 'AWAITED', D: 'DECOUPLED' };

/** @param text the directory server's message @returns the text of an ARes or an Erro */
export function authenticate(work: ThreeDSWork, text: string, scheme: Scheme): string {
  const { records, now } = work;
  const here: MessageRoute = { from: 'directory server', to: 'ACS', scheme: scheme.id };
  const back: MessageRoute = { from: 'ACS', to: 'directory server', scheme: scheme.id };
  const { message: areq, fault } = records.take(text, ['AReqToAcs'], here, now);
  if (fault !== undefined) {
    return JSON.stringify(records.send('Erro', erroOf('A', fault, areq), back, now));
  }
  const row = work.ledger.transactions.add(rowOf(work, areq, scheme));
  const { deviceChannel, messageCategory } = areq;
  return JSON.stringify(records.send('ARes', aresOf(work, row, areq), back, now, { deviceChannel, messageCategory }));
}

function rowOf(work: ThreeDSWork, areq: Message, scheme: Scheme): TransactionRow {
  const { now, key, outcomes, ledger } = work;
  const text = (name: string) => (areq[name] === undefined ? null : String(areq[name]));
  const acctNumber = String(areq.acctNumber);
  const id = String(areq.dsTransID);
  const money = { purchaseAmount: text('purchaseAmount'), purchaseCurrency: text('purchaseCurrency') };
  const seed = seedOf(key, { acctNumber, dsTransID: id, ...money });
  const card = cardHashOf(key, acctNumber);
  const requestor = String(areq.threeDSRequestorID);
  const isTrusted = ledger.transactions.find({ card, requestor_id: requestor, white_list_status: 'Y' }) !== undefined;
  const wanted = outcomes.take();
  const isForced = wanted?.transStatus === undefined ? undefined : (wanted as Decision);
  const decision = decideAuthentication(areq, { isTrusted, isForced });
  const { transStatus, transStatusReason } = decision;
  const kind = transStatus === 'C' ? (decision.kind ?? 'ONE_TIME_CODE') : undefined;
  const style = kind === undefined ? undefined : CHALLENGES[kind];
  return {
    id,
    three_ds_server_trans_id: String(areq.threeDSServerTransID),
    acs_trans_id: newId(),
    scheme: scheme.id,
    message_version: String(areq.messageVersion),
    device_channel: String(areq.deviceChannel),
    message_category: String(areq.messageCategory),
    account: maskCardNumber(acctNumber),
    card,
    seed,
    requestor_id: requestor,
    requestor_url: String(areq.threeDSRequestorURL),
    merchant: text('acquirerMerchantID'),
    merchant_name: text('merchantName') ?? text('threeDSRequestorName'),
    amount: money.purchaseAmount,
    currency: money.purchaseCurrency,
    exponent: text('purchaseExponent'),
    result_url: '',
    notification_url: text('notificationURL'),
    comp_ind: text('threeDSCompInd'),
    challenge_ind: text('threeDSRequestorChallengeInd'),
    kind: kind ?? null,
    state: STATES[transStatus] ?? 'DECIDED',
    trans_status: transStatus,
    trans_status_reason: reasonOf(transStatus, transStatusReason),
    ...proofOf({ seed }, scheme, transStatus),
    authentication_type: transStatus === 'D' ? DECOUPLED_STYLE.type : (style?.type ?? null),
    code: kind === undefined ? null : newCode(),
    wrong_codes: 0,
    interactions: 0,
    challenge_cancel: null,
    white_list_status: isTrusted ? 'Y' : null,
    window_size: null,
    session_data: null,
    planned: wanted?.ending === undefined ? null : JSON.stringify(wanted.ending),
    expires_at: expiryOf(work, areq, transStatus),
    created_at: now,
    updated_at: now,
  };
}

function expiryOf({ now, firstCReqMs }: ThreeDSWork, areq: Message, transStatus: string): number | null {
  if (transStatus === 'C') {
    return now + firstCReqMs;
  }
  return transStatus === 'D' ? now + Number(areq.threeDSRequestorDecMaxTime) * MINUTE_MS : null;
}

/** Values of threeDSRequestorChallengeInd that concern the payer's list of trusted shops. */
const TRUST_WISHES = ['08', '09'];

function aresOf({ bases }: ThreeDSWork, row: TransactionRow, areq: Message): Message {
  const { trans_status: transStatus } = row;
  const isChallenged = transStatus === 'C';
  const isDecoupled = transStatus === 'D';
  const isOpen = isChallenged || isDecoupled;
  const hasTrustStatus =
    row.message_version !== '2.1.0' &&
    (areq.whiteListStatus !== undefined || areq.threeRIInd === '10' || TRUST_WISHES.includes(row.challenge_ind ?? ''));
  return {
    messageType: 'ARes',
    messageVersion: row.message_version,
    threeDSServerTransID: row.three_ds_server_trans_id,
    acsTransID: row.acs_trans_id,
    dsTransID: row.id,
    acsReferenceNumber: ACS_REFERENCE_NUMBER,
    acsOperatorID: 'TURNPIKE',
    dsReferenceNumber: areq.dsReferenceNumber,
    transStatus,
    transStatusReason: row.trans_status_reason ?? undefined,
    eci: row.eci ?? undefined,
    authenticationValue: row.authentication_value ?? undefined,
    acsChallengeMandated: isOpen ? (row.challenge_ind === '04' ? 'Y' : 'N') : undefined,
    authenticationType: isOpen ? row.authentication_type : undefined,
    acsURL: isChallenged ? bases.pages + CHALLENGE_PATH : undefined,
    acsDecConInd: isDecoupled ? 'Y' : undefined,
    cardholderInfo: isDecoupled ? 'Confirm the payment in your bank’s app.' : undefined,
    sdkTransID: row.device_channel === '01' ? areq.sdkTransID : undefined,
    whiteListStatus: hasTrustStatus ? (row.white_list_status ?? 'N') : undefined,
    whiteListStatusSource: hasTrustStatus ? '03' : undefined,
  };
}
