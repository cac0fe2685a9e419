/**
 * The fields that a payer may set: the one table for callers who have nothing but the session's id. Other fields are
 * ignored and named, because apps and pages always send some of them. Only a contradiction of the session's amount or
 * currency, or a proof of authentication, is refused: a payment that ignored it would not be the one that the caller
 * asked for.
 */
import type { Session } from '../checkout/index.ts';
import { isAbsent } from '../contract/absent.ts';
import { withoutCardNumbers } from '../contract/card-data-mask.ts';
import { compare, decimal } from '../contract/decimal.ts';
import { type FieldProblem, invalidFields } from '../contract/interface-error.ts';
import { emptyObject, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../contract/json.ts';
import type { ContractOperation } from '../contract/operations.ts';
import type { FieldPath, RequestFields } from '../contract/request-fields.ts';
import { textAt } from '../contract/values.ts';
import { takesVersion2 } from '../gateway/payer-authentication/index.ts';

/** The first version whose checkouts cannot leave their amount to the page's script. */
export const AMOUNT_DUE_SINCE = 63;

/**
 * Their device and their instrument: not a token, which may be another payer's card; nothing of a terminal or a wallet
 * that proves more than a number; and no network address, by which risk rules decide.
 */
const PAYERS: readonly string[] = [
  'apiOperation',
  'correlationId',
  'device.browser',
  'device.browserDetails',
  'partnerSolutionId',
  'session',
  'sourceOfFunds.provided.ach',
  // Refused by its name as it is read, until wallets' tokens are verified here.
  'sourceOfFunds.provided.card.devicePayment',
  'sourceOfFunds.provided.card.expiry',
  'sourceOfFunds.provided.card.nameOnCard',
  'sourceOfFunds.provided.card.number',
  'sourceOfFunds.provided.card.securityCode',
  'sourceOfFunds.provided.giftCard.number',
  'sourceOfFunds.provided.giftCard.pin',
  'sourceOfFunds.type',
];

/**
 * For the payer's own authentication the issuer is sent addresses too. Not whether a challenge is wanted, nor an
 * exemption.
 */
const AUTHENTICATED: readonly string[] = [
  ...PAYERS,
  'authentication.acceptVersions',
  'authentication.channel',
  'authentication.purpose',
  'billing',
  'customer.email',
  'shipping',
];

/** A list of more ignored names than this helps no reader. */
const NAMED_MAX = 50;

/** Members to read: `true` for all of a member, else its own. */
interface Readable {
  readonly [name: string]: Readable | true;
}

const OF_UPDATE = readable(PAYERS);
const OF_UPDATE_WITH_AMOUNT = readable([...PAYERS, 'order.amount']);
const OF_AUTHENTICATION = readable(AUTHENTICATED);

function readable(paths: readonly string[]): Readable {
  const members: { [name: string]: Readable | true } = {};
  for (const [name, inner] of Map.groupBy(paths, (path) => path.split('.', 1)[0]!)) {
    members[name] = inner.includes(name) || readable(inner.map((path) => path.slice(name.length + 1)));
  }
  return members;
}

export interface PayersFields {
  readonly json: JsonObject;
  /** For `X-Ignored-Fields`: the merchant's. */
  readonly ignored: readonly string[];
}

/**
 * The part of a body that the payer may set.
 *
 * @param session by whose id the caller came
 * @throws InterfaceError naming what contradicts the session
 */
export function payersFields(operation: ContractOperation, body: JsonObject, session: Session): PayersFields {
  const isAuthentication = operation !== 'UPDATE_SESSION';
  const ofUpdate = isAmountLeftToPage(session) ? OF_UPDATE_WITH_AMOUNT : OF_UPDATE;
  const outside = new Map<string, JsonValue>();
  const json = part(body, isAuthentication ? OF_AUTHENTICATION : ofUpdate, outside, '');
  if (isAuthentication) {
    takeOut(json, session.fields, outside);
  }
  const problems = [...outside].flatMap(([path, value]) => contradictions(path, value, session.fields));
  if (problems.length > 0) {
    throw invalidFields(problems.slice(0, NAMED_MAX));
  }
  const ignored = [...outside].filter(([path, value]) => !isRepeated(path, value, session.fields)).map(pathOf);
  return { json, ignored: ignored.slice(0, NAMED_MAX) };
}

function part(body: JsonObject, members: Readable, outside: Map<string, JsonValue>, at: string): JsonObject {
  const kept = emptyObject();
  for (const [name, value] of Object.entries(body)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (member === true || (member !== undefined && !isJsonObject(value))) {
      kept[name] = value;
    } else if (isJsonObject(value)) {
      const inner = part(value, member ?? {}, outside, `${at}${name}.`);
      if (member !== undefined) {
        kept[name] = inner;
      }
    } else if (!isAbsent(value)) {
      outside.set(at + name, value);
    }
  }
  return kept;
}

/** Names come from the request. */
function pathOf([path]: readonly [string, JsonValue]): string {
  return path.split('.').map(withoutCardNumbers).join('.');
}

/** With other values nobody would be authenticated, and the payment would go on: the session's are used instead. */
function takeOut(json: JsonObject, fields: RequestFields, outside: Map<string, JsonValue>): void {
  const { authentication } = json;
  if (!isJsonObject(authentication)) {
    return;
  }
  const { channel, acceptVersions } = authentication;
  const ofSession = fields.authentication?.channel;
  const isPayersChannel = channel === 'PAYER_BROWSER' || (channel === 'PAYER_APP' && ofSession === channel);
  if (typeof channel === 'string' && !isPayersChannel) {
    outside.set('authentication.channel', channel);
    delete authentication.channel;
  }
  if (typeof acceptVersions === 'string' && !takesVersion2(acceptVersions)) {
    outside.set('authentication.acceptVersions', acceptVersions);
    delete authentication.acceptVersions;
  }
}

/**
 * Up to version 62 a checkout can be made without its amount, which the shop's page gives then, by `checkout.js`: once,
 * and never in place of one that the shop's server gave.
 */
export function isAmountLeftToPage({ checkout, fields }: Session): boolean {
  return checkout !== null && checkout.version < AMOUNT_DUE_SINCE && fields.order?.amount === undefined;
}

/** @throws InterfaceError where another page of the payer's has given another amount meanwhile */
export function refuseOtherAmount({ fields }: Session, { order }: RequestFields): void {
  const problems = order?.amount === undefined ? [] : contradictions('order.amount', order.amount, fields);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

const NOT_AUTHORIZED = "the session's own id does not authorize changing it";
/** Compared with the session: a page may repeat them. */
const REPEATED: ReadonlySet<string> = new Set<FieldPath>([
  'authentication.redirectResponseUrl',
  'authentication.transactionId',
  'order.amount',
  'order.currency',
]);
/** A payment in which these were ignored would be of another amount. */
const MONEY = new Set(['order.amount', 'order.currency']);
/** A payment in which these were ignored would be without the authentication that they prove. */
const PROOFS = /^(?:3DSecure(?:\..*)?|3DSecureId|authentication\.transactionId)$/u;

function contradictions(path: string, value: JsonValue, fields: RequestFields): FieldProblem[] {
  const isMoney = MONEY.has(path) && textAt(fields, path as FieldPath) !== undefined;
  const isProof = PROOFS.test(path) && value !== '';
  return (isMoney || isProof) && !isRepeated(path, value, fields)
    ? [{ field: path, validationType: 'UNSUPPORTED', explanation: NOT_AUTHORIZED }]
    : [];
}

/** Whether the session has the same. */
function isRepeated(path: string, value: JsonValue, fields: RequestFields): boolean {
  const ofSession = REPEATED.has(path) ? textAt(fields, path as FieldPath) : undefined;
  const given = value instanceof JsonNumber ? value.text : value;
  return (
    ofSession !== undefined && typeof given === 'string' && (given === ofSession || isSameAmount(given, ofSession))
  );
}

function isSameAmount(given: string, ofSession: string): boolean {
  const [one, other] = [decimal(given), decimal(ofSession)];
  return one !== undefined && other !== undefined && compare(one, other) === 0;
}
