/**
 * Checks an authentication after its history: it has one result, every reader got that result, it was used at most
 * once, and the four ledgers agree: the gateway's, the acquirer's, the directory server's and the ACS's.
 */
import { expect } from 'vitest';
import { shownAuthentication } from '../../../src/core/payer-authentication/index.ts';
import type { AuthenticationResult, StoredTransaction } from '../../../src/core/ports/index.ts';
import { verifyProof } from '../../../src/sandbox/three-ds/acs/verify.ts';
import type { ResultRow } from '../../../src/sandbox/three-ds/ledger/rows.ts';
import type { History } from './history.ts';
import { ID } from './history-shop.ts';
import type { HistoryWorld } from './history-world.ts';
import { NUMBER } from './rig.ts';

/** @returns the end in a word, for the statistics */
export async function judge(world: HistoryWorld, { orderId, records: shown }: History): Promise<string> {
  const { store, merchant, processes } = world;
  const order = await store.orders.find(merchant.key, orderId);
  const authentication = order && (await store.authentications.find(order.key, ID));
  if (order === undefined || authentication === undefined) {
    throw new Error('The shop went on until there was an authentication.');
  }
  const found = { order, authentication, merchantId: merchant.id };
  const { view } = await shownAuthentication(processes[0].gateway, found);
  const { result } = view;
  if (view.stage !== 'ENDED' || result === undefined) {
    throw new Error(`It is still ${view.stage}.`);
  }
  expect(authentication.wakeAt).toBeNull();
  // One end: every reader got this one, at any time and from any process.
  expect(shown.ends.map(essence)).toEqual(shown.ends.map(() => essence(result)));
  agreesWithBank(world, view.threeDSServerTransID, result);
  const transactions = await store.orders.transactions(order.key);
  expect(order.lockedBy).toBeNull();
  usedOnce(world, { orderId, transactions, usedBy: authentication.usedBy, result });
  for (const [id, payments] of shown.payments) {
    const stored = transactions.find(({ transactionId }) => transactionId === id);
    expect(payments.map(codeOf)).toEqual(payments.map(() => stored && codeOf(stored)));
  }
  const paid = transactions.map(codeOf).join() || 'not paid';
  const way = result.authenticationType === '04' ? ' decoupled' : result.isChallenged ? ' by challenge' : '';
  return `${result.status.replace('AUTHENTICATION_', '')}${way}, ${paid}`;
}

const codeOf = ({ outcome }: StoredTransaction) => outcome?.gatewayCode;

/** The fields that decide liability and that the acquirer receives. */
function essence({ status, recommendation, liability, transStatus, eci, authenticationToken }: AuthenticationResult) {
  return { status, recommendation, liability, transStatus, eci, token: authenticationToken?.reveal() };
}

/** Directory server and ACS: asked once, and results that the gateway acknowledged are the stored ones. */
function agreesWithBank({ sandbox }: HistoryWorld, threeDSServerTransID: string, result: AuthenticationResult): void {
  const { ledger } = sandbox.threeDS;
  const rows = ledger.transactions.all({ three_ds_server_trans_id: threeDSServerTransID });
  expect(rows.length).toBeLessThanOrEqual(1);
  const [row] = rows;
  const { transStatus, authenticationToken, eci = '' } = result;
  if (result.unknownBecause === undefined) {
    expect(row).toMatchObject({ trans_status: transStatus, merchant: 'SHOP-1', amount: '1200', currency: '978' });
  }
  if (row === undefined) {
    expect(result).toMatchObject({ transStatus: 'U', liability: 'MERCHANT' });
    return;
  }
  const heard = ledger.results.all({ ds_trans_id: row.id }).filter(isHeard);
  if (heard.length > 0) {
    // The gateway acknowledged the result.
    expect(result.unknownBecause).toBeUndefined();
  }
  if (result.liability === 'ISSUER') {
    const authenticationValue = authenticationToken?.reveal() ?? '';
    const proof = { acctNumber: NUMBER, dsTransID: row.id, authenticationValue, eci };
    expect(verifyProof(sandbox.threeDS, proof)).toMatchObject({ isGenuine: true, purchaseAmount: '1200' });
  }
}

const isHeard = ({ state }: ResultRow) => state === 'ANSWERED';

interface Used {
  readonly orderId: string;
  readonly transactions: readonly StoredTransaction[];
  readonly usedBy: number | null;
  readonly result: AuthenticationResult;
}

/** The gateway's transactions, the messages to the acquirer, and the acquirer's ledger. */
function usedOnce({ sent, acquirer }: HistoryWorld, { orderId, transactions, usedBy, result }: Used): void {
  expect(transactions.length).toBeLessThanOrEqual(1);
  const [payment] = transactions;
  expect(usedBy).toBe(payment?.key ?? null);
  const requests = sent.filter((request) => request.orderId === orderId);
  expect(requests.length).toBeLessThanOrEqual(1);
  const mayPay = result.recommendation === 'PROCEED';
  if (!mayPay) {
    expect(requests).toEqual([]);
    const isRefused = result.recommendation === 'DO_NOT_PROCEED';
    // A process that died before it could notify has timed out.
    expect([isRefused ? 'AUTHENTICATION_FAILED' : 'BLOCKED', undefined]).toContain(payment && codeOf(payment));
  }
  for (const { authentication } of requests) {
    const { token, eci, transStatus } = authentication ?? {};
    const { authenticationToken } = result;
    expect({ token: token?.reveal(), eci, transStatus }).toEqual({
      token: authenticationToken?.reveal(),
      eci: result.eci,
      transStatus: result.transStatus,
    });
  }
  const standing = acquirer.ledger({ order: orderId }).filter(({ state }) => state === 'APPROVED');
  const approved = transactions.filter((one) => codeOf(one) === 'APPROVED');
  expect(standing.map(({ transaction }) => transaction)).toEqual(approved.map(({ transactionId }) => transactionId));
}
