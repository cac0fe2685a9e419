/** Movements of a payment at PayPal: captures, refunds, reauthorizations, voids. */
import type { z } from 'zod';
import type { GatewayCode } from '../../../contract/gateway-codes.ts';
import type {
  MovementOutcome,
  ProviderAccount,
  ProviderMovement,
  ProviderReply,
  UnansweredRequest,
} from '../../../core/ports/index.ts';
import { WrittenBody } from '../../http-json.ts';
import { refusalOf, refusedHere } from './issues.ts';
import { AUTHORIZATION_CODES, CAPTURE_CODES, paypalReplyOf, REFUND_CODES, type Resource } from './order-state.ts';
import { customId } from './payment-names.ts';
import type { PayPalTurn } from './paypal-client.ts';
import { authorization, capture, orderSchema, refund } from './paypal-messages.ts';
import { type PayPalMoney, paypalMoney } from './paypal-money.ts';

const UNREADABLE = { status: 'NO_ANSWER' } as const;

/**
 * A forced outcome, as in the sandbox's other providers: `.FAIL`, any separators, and a gateway code or one of PayPal's
 * issues.
 */
const FORCED_PATTERN = /^\.FAIL[\s_.:-]*([A-Z0-9_]+)/;

/** The HTTP status of a refusal because of a resource's state. */
const UNPROCESSABLE = 422;

/** PayPal requires a content type even for an empty body. */
const NO_BODY = new WrittenBody('application/json', '');

/** A kind of movement, with the resource that it creates at PayPal. */
interface Kind {
  readonly schema: z.ZodType<Resource>;
  readonly codes: Readonly<Record<string, GatewayCode>>;
  readonly folder: 'authorizations' | 'captures' | 'refunds';
  readonly what: string;
}

const AUTHORIZATION: Kind = {
  schema: authorization,
  codes: AUTHORIZATION_CODES,
  folder: 'authorizations',
  what: 'authorization',
};
const CAPTURE: Kind = { schema: capture, codes: CAPTURE_CODES, folder: 'captures', what: 'capture' };
const REFUND: Kind = { schema: refund, codes: REFUND_CODES, folder: 'refunds', what: 'refund' };

interface Request {
  readonly kind: Kind;
  readonly path: string;
  readonly body: object;
}

/** Makes the request of each kind of movement, which refers to the id of a capture or an authorization. */
const REQUESTS: Readonly<
  Record<
    Exclude<ProviderMovement['kind'], 'VOID'>,
    (restsOn: string, movement: ProviderMovement, amount: PayPalMoney) => Request
  >
> = {
  CAPTURE: (restsOn, { orderId, transactionId, isLast }, amount) => ({
    kind: CAPTURE,
    path: `/v2/payments/authorizations/${restsOn}/capture`,
    body: {
      amount,
      // An account may refuse a second capture with the invoice number of the first.
      invoice_id: [orderId, transactionId].join('/'),
      final_capture: isLast === true,
    },
  }),
  REFUND: (restsOn, { payment }, amount) => ({
    kind: REFUND,
    path: `/v2/payments/captures/${restsOn}/refund`,
    body: { amount, custom_id: customId(payment.account.merchantId, payment.reference) },
  }),
  UPDATE: (restsOn, _, amount) => ({
    kind: AUTHORIZATION,
    path: `/v2/payments/authorizations/${restsOn}/reauthorize`,
    body: { amount },
  }),
};

export async function moveAtPayPal(
  movement: ProviderMovement,
  turnOf: (account: ProviderAccount) => PayPalTurn,
): Promise<MovementOutcome> {
  const { amount, currency, kind, payment } = movement;
  const money = paypalMoney(amount, currency);
  if (money === undefined) {
    return replyOutcome(refusedHere('CURRENCY', `PayPal takes no such amount of ${currency.code}.`));
  }
  if (kind === 'VOID' && (movement.target !== undefined || payment.operation === 'PAY')) {
    return replyOutcome(refusedHere('VOID', 'PayPal voids authorizations alone: refund what was captured.'));
  }
  const turn = turnOf(payment.account);
  const restsOn = movement.restsOn ?? (await lookedUp(turn, movement));
  if (typeof restsOn !== 'string') {
    return restsOn;
  }
  return kind === 'VOID'
    ? voidAuthorization(turn, restsOn, movement)
    : makeMovement(turn, movement, REQUESTS[kind](restsOn, movement, money));
}

async function makeMovement(turn: PayPalTurn, movement: ProviderMovement, request: Request): Promise<MovementOutcome> {
  const { kind, path, body } = request;
  const { reference: requestId } = movement;
  const answer = await turn.call({ method: 'POST', path, requestId, body, mock: forcedOn(movement) });
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const refusal = refusalOf(answer);
  if (refusal !== undefined) {
    return refusal.isInProgress ? UNREADABLE : replyOutcome(refusal.reply);
  }
  const { data } = kind.schema.safeParse(answer.body);
  if (data === undefined || answer.code >= 300) {
    return UNREADABLE;
  }
  // A repeat may get the first answer again, although a pending movement may be decided by now. So query a pending
  // movement.
  const reply = replyWith(kind, data);
  return replyOutcome(reply.gatewayCode === 'PENDING' ? ((await latest(turn, kind, data.id)) ?? reply) : reply);
}

/** The outcome that a tester forces by the transaction's reference. */
function forcedOn({ transactionReference = '' }: ProviderMovement): string | undefined {
  return FORCED_PATTERN.exec(transactionReference)?.[1];
}

/** @returns undefined if PayPal gives no valid answer */
async function latest(turn: PayPalTurn, kind: Kind, id: string): Promise<ProviderReply | undefined> {
  const answer = await turn.call({ method: 'GET', path: `/v2/payments/${kind.folder}/${id}` });
  const { data } = kind.schema.safeParse(answer.status === 'ANSWERED' && answer.code < 300 ? answer.body : undefined);
  return data && replyWith(kind, data);
}

/**
 * PayPal's void is not idempotent by a request id: a repeat is refused because the authorization is voided already,
 * which is a success. The authorization's state therefore decides, not the answer to the request.
 */
async function voidAuthorization(turn: PayPalTurn, id: string, movement: ProviderMovement): Promise<MovementOutcome> {
  const path = `/v2/payments/authorizations/${id}/void`;
  const mock = forcedOn(movement);
  const answer = await turn.call({ method: 'POST', path, body: NO_BODY, isAnsweredWhole: true, mock });
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const refusal = refusalOf(answer);
  if (answer.code >= 300 && (refusal === undefined || refusal.isInProgress)) {
    return UNREADABLE;
  }
  const { data } = authorization.safeParse(answer.code < 300 ? answer.body : undefined);
  const now = data === undefined ? await latest(turn, AUTHORIZATION, id) : replyWith(AUTHORIZATION, data);
  if (now?.gatewayCode === AUTHORIZATION_CODES.VOIDED) {
    return replyOutcome({ ...now, gatewayCode: 'APPROVED' });
  }
  // A 422 may mean that an earlier void was executed. After another refusal, for example 403 or 404, the merchant may
  // not query the authorization either.
  const isDoubtful = now === undefined && answer.code === UNPROCESSABLE;
  return refusal === undefined || isDoubtful ? UNREADABLE : replyOutcome(refusal.reply);
}

function replyWith({ codes, what }: Kind, resource: Resource): ProviderReply {
  return paypalReplyOf(resource, codes[resource.status] ?? 'UNKNOWN', what);
}

function replyOutcome(reply: ProviderReply): MovementOutcome {
  return { status: 'REPLIED', reply };
}

/**
 * Looks up the capture or authorization to refund or void in the order at PayPal. For a late payment, only the order's
 * id is known.
 */
async function lookedUp(
  turn: PayPalTurn,
  { kind, payment: { providerReference } }: ProviderMovement,
): Promise<string | UnansweredRequest> {
  const answer = await turn.call({ method: 'GET', path: `/v2/checkout/orders/${providerReference ?? ''}` });
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const { data } = orderSchema.safeParse(answer.body);
  const { authorizations = [], captures = [] } = data?.purchase_units[0].payments ?? {};
  const [newest] = (kind === 'REFUND' ? captures.filter(isTaken) : authorizations).slice(-1);
  return newest?.id ?? UNREADABLE;
}

function isTaken({ status }: z.infer<typeof capture>): boolean {
  return CAPTURE_CODES[status] === 'APPROVED';
}
