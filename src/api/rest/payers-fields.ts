/**
 * The fields that a payer may set, that is, a caller with only a session's id. Other fields are ignored and named,
 * because apps and pages always send some of them. A contradiction of the session's amount or currency, and a proof of
 * authentication, are refused: a payment without them would differ from the requested one.
 */
import type { Session } from '../../checkout/index.ts';
import { isAbsent } from '../../contract/absent.ts';
import { withoutCardNumbers } from '../../contract/card-data-mask.ts';
import { compare, decimal } from '../../contract/decimal.ts';
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import { emptyObject, isJsonObject, JsonNumber, type JsonObject, type JsonValue } from '../../contract/json.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { textAt } from '../../contract/values.ts';
import { takesVersion2 } from '../../core/payer-authentication/index.ts';

/** The first version in which checkouts need their amount when they are created. */
export const AMOUNT_DUE_SINCE = 63;

/**
 * Device and instrument. Tokens are excluded, since they may belong to another payer. So are terminal data and a
 * cryptogram, which prove more than a card number, unless a wallet's token proves them itself, and the network address,
 * which risk rules use.
 */
const PAYERS: readonly string[] = [
  'apiOperation',
  'correlationId',
  'device.browser',
  'device.browserDetails',
  'partnerSolutionId',
  'session',
  'sourceOfFunds.provided.ach',
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
 * Fields for the payer's own authentication, in which the issuer also receives addresses. The challenge preference and
 * exemptions are excluded.
 */
const AUTHENTICATION_FIELDS: readonly string[] = [
  ...PAYERS,
  'authentication.acceptVersions',
  'authentication.channel',
  'authentication.purpose',
  'billing',
  'customer.email',
  'shipping',
];

/** Maximum number of ignored names in one answer. */
const NAMED_MAX = 50;

/** The members to read: `true` for a whole member, otherwise its members. */
interface MemberTree {
  readonly [name: string]: MemberTree | true;
}

const WALLET_PROVIDER = 'order.walletProvider';
const UPDATE_MEMBERS = memberTree(PAYERS);
const UPDATE_MEMBERS_WITH_AMOUNT = memberTree([...PAYERS, 'order.amount']);
/** A wallet's name alone changes nothing; with its token it says how to read it. */
const WALLET_MEMBERS = memberTree([...PAYERS, WALLET_PROVIDER]);
const WALLET_MEMBERS_WITH_AMOUNT = memberTree([...PAYERS, 'order.amount', WALLET_PROVIDER]);
const AUTHENTICATION_MEMBERS = memberTree(AUTHENTICATION_FIELDS);

function memberTree(paths: readonly string[]): MemberTree {
  const members: { [name: string]: MemberTree | true } = {};
  for (const [name, inner] of Map.groupBy(paths, (path) => path.split('.', 1)[0]!)) {
    members[name] = inner.includes(name) || memberTree(inner.map((path) => path.slice(name.length + 1)));
  }
  return members;
}

export interface PayersFields {
  readonly json: JsonObject;
  /** Names of ignored merchant fields, for `X-Ignored-Fields`. */
  readonly ignored: readonly string[];
}

/**
 * Selects the part of a body that the payer may set.
 *
 * @param session the session that the caller authenticated with
 * @throws InterfaceError naming the fields that contradict the session
 */
export function payersFields(operation: ContractOperation, body: JsonObject, session: Session): PayersFields {
  const isAuthentication = operation !== 'UPDATE_SESSION';
  const [withoutAmount, withAmount] = hasWalletToken(body)
    ? [WALLET_MEMBERS, WALLET_MEMBERS_WITH_AMOUNT]
    : [UPDATE_MEMBERS, UPDATE_MEMBERS_WITH_AMOUNT];
  const ofUpdate = isAmountLeftToPage(session) ? withAmount : withoutAmount;
  const outside = new Map<string, JsonValue>();
  const json = part(body, isAuthentication ? AUTHENTICATION_MEMBERS : ofUpdate, outside, '');
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

function hasWalletToken(body: JsonObject): boolean {
  let at: JsonValue | undefined = body;
  for (const name of ['sourceOfFunds', 'provided', 'card', 'devicePayment']) {
    at = isJsonObject(at) ? at[name] : undefined;
  }
  return at !== undefined && !isAbsent(at);
}

function part(body: JsonObject, members: MemberTree, outside: Map<string, JsonValue>, at: string): JsonObject {
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

/** Masks card numbers, since the names come from the request. */
function pathOf([path]: readonly [string, JsonValue]): string {
  return path.split('.').map(withoutCardNumbers).join('.');
}

/** Removes values that would skip the authentication while the payment proceeds. The session's values apply instead. */
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
 * Up to version 62 a checkout can be created without its amount. The shop's page then sets it once, through
 * `checkout.js`, and cannot replace an amount that the shop's server set.
 */
export function isAmountLeftToPage({ checkout, fields }: Session): boolean {
  return checkout !== null && checkout.version < AMOUNT_DUE_SINCE && fields.order?.amount === undefined;
}

/** @throws InterfaceError if another page of the payer has set a different amount meanwhile */
export function refuseOtherAmount({ fields }: Session, { order }: RequestFields): void {
  const problems = order?.amount === undefined ? [] : contradictions('order.amount', order.amount, fields);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

const NOT_AUTHORIZED = "the session's own id does not authorize changing it";
/** Fields that are compared with the session, since a page may repeat them. */
const SESSION_FIELDS: ReadonlySet<string> = new Set<FieldPath>([
  'authentication.redirectResponseUrl',
  'authentication.transactionId',
  'order.amount',
  'order.currency',
]);
/** Fields whose omission would change the amount of the payment. */
const MONEY = new Set(['order.amount', 'order.currency']);
/** Fields that prove an authentication. If they were ignored, the payment would be made without it. */
const PROOFS = /^(?:3DSecure(?:\..*)?|3DSecureId|authentication\.transactionId)$/u;

function contradictions(path: string, value: JsonValue, fields: RequestFields): FieldProblem[] {
  const isMoney = MONEY.has(path) && textAt(fields, path as FieldPath) !== undefined;
  const isProof = PROOFS.test(path) && value !== '';
  return (isMoney || isProof) && !isRepeated(path, value, fields)
    ? [{ field: path, validationType: 'UNSUPPORTED', explanation: NOT_AUTHORIZED }]
    : [];
}

/** Whether the session has the same value. */
function isRepeated(path: string, value: JsonValue, fields: RequestFields): boolean {
  const ofSession = SESSION_FIELDS.has(path) ? textAt(fields, path as FieldPath) : undefined;
  const given = value instanceof JsonNumber ? value.text : value;
  return (
    ofSession !== undefined && typeof given === 'string' && (given === ofSession || isSameAmount(given, ofSession))
  );
}

function isSameAmount(given: string, ofSession: string): boolean {
  const [one, other] = [decimal(given), decimal(ofSession)];
  return one !== undefined && other !== undefined && compare(one, other) === 0;
}
