/** A transaction's answer: to the request that made it, to its repeats, to retrieval, and in a notification. */
import { type GatewayCode, type Result, resultOf } from '../../contract/gateway-codes.ts';
import { REQUEST } from '../../contract/operations.ts';
import type { Values } from '../../contract/read.ts';
import { groupAt, textAt } from '../../contract/values.ts';
import { type Answer, writeGroup } from '../../contract/write.ts';
import type { EntryPoint, OrderSnapshot, StoredTransaction } from '../../gateway/records.ts';
import { traceOf } from '../../gateway/trace.ts';
import { withOneStreet } from './address.ts';
import { instant, money, orderGroup } from './order.ts';
import { authorizationResponse, responseGroup, riskCode } from './response.ts';
import { sourceOfFundsGroup } from './source-of-funds.ts';

/** The acquirer as answers name it. */
const ACQUIRER_ID = 'ISO8583';
/** From this version on the hosted page has a name of its own. */
const CHECKOUT_ENTRY_POINT_SINCE = 63;

/** Groups of the request that its answer shows as they were kept. */
const KEPT_GROUPS = [
  '3DSecure',
  'accountFunding',
  'agreement',
  'airline',
  'billing',
  'customer',
  'posTerminal',
] as const;

export interface TransactionAnswer {
  readonly merchantId: string;
  readonly orderId: string;
  readonly transaction: StoredTransaction;
  /** The order's totals: of the stored moment for a repeat, of now for retrieval. */
  readonly order: OrderSnapshot;
  readonly version: number;
  /** The full card number, for who may see it. */
  readonly unmasked?: string;
}

export function transactionAnswer(answered: TransactionAnswer): Answer {
  const { merchantId, orderId, transaction, order, version, unmasked } = answered;
  const { request, outcome } = transaction;
  const { details } = request;
  const gatewayCode: GatewayCode = outcome?.gatewayCode ?? 'PENDING';
  const reply = outcome?.reply;
  const authenticationId = textAt(details, '3DSecureId');
  return {
    ...keptGroups(details, version),
    ...(authenticationId !== undefined && { '3DSecureId': authenticationId }),
    ...(reply && { authorizationResponse: authorizationResponse(reply, version) }),
    gatewayEntryPoint: entryPoint(request.entryPoint, version),
    merchant: merchantId,
    order: orderGroup(orderId, details, order, version),
    response: responseGroup(transaction),
    result: resultOf(gatewayCode) satisfies Result,
    risk: { response: { gatewayCode: riskCode(transaction) } },
    shipping: writeGroup(groupOf('shipping'), withOneStreet(groupAt(details, 'shipping')), version),
    sourceOfFunds: sourceOfFundsGroup(request.instrument, unmasked),
    timeOfLastUpdate: instant(transaction.updatedAt),
    timeOfRecord: instant(transaction.createdAt),
    transaction: transactionGroup(transaction, version),
    version: version.toString(),
  };
}

function keptGroups(details: Values, version: number): Answer {
  const groups: Answer = {};
  for (const name of KEPT_GROUPS) {
    const kept = groupAt(details, name);
    if (kept !== undefined) groups[name] = writeGroup(groupOf(name), kept, version);
  }
  return groups;
}

/** @throws Error for a group that the contract does not have: a slip of this file */
function groupOf(name: string) {
  const node = REQUEST.members[name];
  if (node?.kind !== 'group') throw new Error(`The contract has no group '${name}'.`);
  return node;
}

function entryPoint(kind: EntryPoint, version: number): string {
  return kind === 'HOSTED_PAGE' && version >= CHECKOUT_ENTRY_POINT_SINCE ? 'CHECKOUT_VIA_WEBSITE' : kind;
}

function transactionGroup(transaction: StoredTransaction, version: number): Answer {
  const { request, outcome } = transaction;
  const { details } = request;
  const trace = traceOf(transaction.key, transaction.createdAt);
  const code = request.authorizationCode ?? outcome?.reply?.authorizationCode;
  const customData = textAt(details, 'transaction.acquirer.customData');
  return {
    source: 'INTERNET',
    ...writeGroup(groupOf('transaction'), groupAt(details, 'transaction'), version),
    acquirer: {
      ...(customData !== undefined && { customData }),
      id: ACQUIRER_ID,
      transactionId: textAt(details, 'transaction.acquirer.transactionId') ?? trace.receipt,
    },
    amount: money(request.amount, request.currency),
    authenticationStatus: textAt(details, '3DSecure.authenticationStatus') ?? 'AUTHENTICATION_NOT_IN_EFFECT',
    ...(code !== undefined && { authorizationCode: code }),
    currency: request.currency,
    id: transaction.transactionId,
    receipt: trace.receipt,
    stan: trace.stan,
    ...(request.type.startsWith('VOID_') && { targetTransactionId: request.target }),
    terminal: trace.terminal,
    type: request.type,
  };
}
