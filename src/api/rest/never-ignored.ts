/**
 * Fields that must not be ignored, because the payment would differ from the requested one although the answer reported
 * success. If the operation does not have such a field, the field is refused by name, even if the profile allows
 * unknown fields. All other unknown fields are ignored and named.
 */
import { isAbsent } from '../../contract/absent.ts';
import { existsIn, type Group } from '../../contract/field.ts';
import type { FieldProblem } from '../../contract/interface-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../contract/json.ts';
import type { ContractOperation } from '../../contract/operations.ts';

/** Operations that start a payment, or a page that does. Subsequent operations do not repeat the proof or the card. */
const PAYMENTS: readonly ContractOperation[] = [
  'AUTHORIZE',
  'CREATE_CHECKOUT_SESSION',
  'INITIATE_BROWSER_PAYMENT',
  'INITIATE_CHECKOUT',
  'PAY',
  'VERIFY',
];

/** Operations that read a card, or start a page that does. */
const WITH_CARDS: readonly ContractOperation[] = [
  'AUTHENTICATE_PAYER',
  'AUTHORIZE',
  'CHECK_3DS_ENROLLMENT',
  'CREATE_CHECKOUT_SESSION',
  'CREATE_TOKEN',
  'INITIATE_AUTHENTICATION',
  'INITIATE_CHECKOUT',
  'PAY',
  'UPDATE_SESSION',
  'UPDATE_TOKEN',
  'VERIFY',
];

const OPERATIONS_WITH_RULES: readonly ContractOperation[] = [...PAYMENTS, ...WITH_CARDS];

/** Operations that decrypt the token of a wallet, or store it for one that does. */
const WITH_WALLETS: readonly ContractOperation[] = ['AUTHORIZE', 'PAY', 'UPDATE_SESSION', 'VERIFY'];

interface NeverIgnored extends FieldProblem {
  readonly operations: readonly ContractOperation[];
}

/** Without these fields the payment would lack the authentication that the merchant requested. */
const PROOFS: readonly NeverIgnored[] = [
  '3DSecure.acsEci',
  '3DSecure.authenticationToken',
  '3DSecureId',
  'authentication.3ds',
  'authentication.3ds2',
].map((field) => ({
  operations: PAYMENTS,
  field,
  validationType: 'UNSUPPORTED',
  explanation: 'this operation takes no proof of authentication here, and would pay without it',
}));

const NEVER_IGNORED: readonly NeverIgnored[] = [
  {
    operations: PAYMENTS,
    field: 'authentication.transactionId',
    validationType: 'INVALID',
    explanation: 'there is no such authentication of the payer',
  },
  ...PROOFS,
  {
    operations: ['INITIATE_BROWSER_PAYMENT'],
    field: 'order.subMerchant',
    validationType: 'UNSUPPORTED',
    explanation: 'a provider pays the merchant itself and no sub-merchant',
  },
  {
    operations: WITH_CARDS,
    field: 'sourceOfFunds.provided.card.devicePayment',
    validationType: 'UNSUPPORTED',
    explanation: 'tokens of wallets are not taken; send the card’s number, a token of ours, or a session',
  },
  ...['3DSecure', 'cryptogramFormat'].map((member) => ({
    operations: WITH_WALLETS,
    field: `sourceOfFunds.provided.card.devicePayment.${member}`,
    validationType: 'UNSUPPORTED' as const,
    explanation: 'a cryptogram that you decrypted comes in sourceOfFunds.provided.card.mobileWallet',
  })),
];

/** The rules by operation, prepared once, since every request is checked. */
const RULES = new Map<ContractOperation, readonly NeverIgnoredRule[]>(
  OPERATIONS_WITH_RULES.map((operation) => [
    operation,
    NEVER_IGNORED.filter(({ operations }) => operations.includes(operation)).map(({ operations: _, ...problem }) => ({
      path: problem.field.split('.'),
      problem,
    })),
  ]),
);

interface NeverIgnoredRule {
  readonly path: readonly string[];
  readonly problem: FieldProblem;
}

/**
 * @returns the problems of fields that are in the body but not in the contract, and that the operation must not ignore
 */
export function neverIgnored(
  contract: Group,
  body: JsonObject,
  operation: ContractOperation,
  version: number,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const { path, problem } of RULES.get(operation) ?? []) {
    const given = jsonAt(body, path);
    // A shop without payer authentication may send an empty id, like other empty texts.
    if (given !== undefined && given !== '' && !isAbsent(given) && !hasField(contract, path, version)) {
      problems.push(problem);
    }
  }
  return problems;
}

function hasField(contract: Group, [name = '', ...inner]: readonly string[], version: number): boolean {
  const member = contract.members[name];
  if (member === undefined || !existsIn(member, version)) {
    return false;
  }
  return inner.length === 0 || (member.kind === 'group' && hasField(member, inner, version));
}

function jsonAt(body: JsonObject, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = body;
  for (const name of path) {
    if (!isJsonObject(at)) {
      return undefined;
    }
    at = at[name];
  }
  return at;
}
