/** The page of refunds and payments that wait for a decision, and its forms. */
import { storedAmount } from '../../checkout/index.ts';
import type { WaitingEntry, WaitingNotice } from '../../web/views/console/index.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import { decide, isOwn, type Waiting, waitingAt } from '../waiting.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';
import { shellOf } from './shell.ts';

/** The parameter with the decision that led here. */
const DONE = 'done';
const APPROVE = 'approve';
const REJECT = 'reject';

const NOTICE_STATUS = { FAILED: 503, GONE: 409, OWN: 403 } as const;

export async function waitingPage(
  request: MerchantRequest,
  failed?: keyof typeof NOTICE_STATUS,
): Promise<ConsoleAnswer> {
  const { dependencies, place, query } = request;
  const waiting = await waitingAt(dependencies, place.merchant);
  return {
    page: 'waiting',
    status: failed && NOTICE_STATUS[failed],
    data: {
      shell: shellOf(request, 'waiting'),
      waiting: waiting.map((one) => waitingEntry(request, one)),
      notice: failed ?? noticeOf(query.get(DONE)),
      timeZone: zoneOf(place.merchant),
    },
  };
}

function noticeOf(done: string | null): WaitingNotice | undefined {
  return done === APPROVE ? 'APPROVED' : done === REJECT ? 'REJECTED' : undefined;
}

function waitingEntry(
  { place, signedIn }: MerchantRequest,
  { kind, order: { orderId }, transaction }: Waiting,
): WaitingEntry {
  const { transactionId, request, outcome, createdAt } = transaction;
  const address = { merchant: place.merchant.id, order: orderId };
  return {
    kind,
    orderId,
    orderHref: consoleAddress('order', address),
    transaction: transactionId,
    amount: storedAmount(request),
    askedBy: kind === 'REFUND' ? request.details.userId : undefined,
    rules: (outcome?.risk?.fired ?? []).map(({ id }) => id),
    since: instant(createdAt),
    decideHref: isOwn(signedIn, transaction)
      ? undefined
      : consoleAddress('decide', { ...address, transaction: transactionId }),
  };
}

export async function submitDecision(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, parameters, fields } = request;
  const decision = fields.get('decision');
  if (decision !== APPROVE && decision !== REJECT) {
    return { problem: 'FORM' };
  }
  const { order: orderId = '', transaction: transactionId = '' } = parameters;
  const { merchant } = place;
  const isApproved = decision === APPROVE;
  const result = await decide(dependencies, signedIn, { merchant, orderId, transactionId, isApproved });
  return result === 'DECIDED'
    ? { redirect: `${consoleAddress('waiting', { merchant: merchant.id })}?${DONE}=${decision}` }
    : waitingPage(request, result);
}
