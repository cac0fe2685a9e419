/** The page of refunds and payments that wait for a decision, and its forms. */
import type { WaitingNotice } from '../../web/views/console/index.ts';
import { zoneOf } from '../order-search/list-query.ts';
import { consoleAddress } from '../routes.ts';
import { decide, waitingAt } from '../waiting.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { orderNotice } from './order-pages.ts';
import { shellOf } from './shell.ts';
import { waitingEntry } from './waiting-entries.ts';

/** The parameter with the decision that led here. */
const DONE = 'done';
const APPROVE = 'approve';
const REJECT = 'reject';

/** The input that the form on an order's page has. */
const PAGE = 'page';
const ORDER = 'order';

const DECIDED = { [APPROVE]: 'APPROVED', [REJECT]: 'REJECTED' } as const;
const DECISION_NOTICES = { FAILED: 'DECISION_FAILED', GONE: 'DECISION_GONE', OWN: 'DECISION_OWN' } as const;
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
  if (fields.get(PAGE) === ORDER) {
    return orderNotice(request, result === 'DECIDED' ? DECIDED[decision] : DECISION_NOTICES[result]);
  }
  return result === 'DECIDED'
    ? { redirect: `${consoleAddress('waiting', { merchant: merchant.id })}?${DONE}=${decision}` }
    : waitingPage(request, result);
}
