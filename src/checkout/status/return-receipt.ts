/**
 * Receipts on the return URL: the result of a checkout as a JSON Web Signature (RFC 7515) with Ed25519 (RFC 8037),
 * which a shop verifies with the gateway's public key. The payer's browser carries it, and cannot change it.
 *
 * The signing key is derived from the vault's key for signatures, so it is in no file and is replaced with that key. A
 * rotation announces its key before the first use, so the published set has each key before the first receipt.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_MS } from '../../contract/durations.ts';
import { chargedBack, orderStatus } from '../../core/index.ts';
import type { Clock, Sealer, StoredOrder } from '../../core/ports/index.ts';
import type { CheckoutSession } from '../session/session.ts';
import type { CheckoutState } from './state.ts';
import type { CheckoutEnd } from './states.ts';

/** A payer may read the page of the result before leaving it. */
const VALID_MS = HOUR_MS;
const ID_BYTES = 16;
const [PURPOSE, SUBJECT] = ['return receipt', 'Ed25519'];
/** The encoding of an Ed25519 private key without its 32 bytes (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

type Result = 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';
const RESULTS: Readonly<Partial<Record<CheckoutEnd, Result>>> = {
  paid: 'SUCCESS',
  pending: 'PENDING',
  unknown: 'UNKNOWN',
};

/** The merchant has given the whole amount back, so a payer who returns only now must get no goods for it. */
const GIVEN_BACK: ReadonlySet<string | undefined> = new Set(['CANCELLED', 'EXCESSIVELY_REFUNDED', 'REFUNDED']);

interface SigningKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** A public key of the set: RFC 8037, section 2. */
export interface ReceiptKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  /** The thumbprint of RFC 7638. */
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

/** The last key and the hash that it was derived from: deriving takes longer than signing. */
let last: { readonly seed: Uint8Array; readonly signing: SigningKey } | undefined;

export interface ReceiptSigner {
  readonly sealer: Pick<Sealer, 'hash'>;
  readonly clock: Clock;
  /** The gateway's own origin. */
  readonly publicOrigin: string;
}

export interface EndedCheckout {
  readonly merchantId: string;
  /** The merchant's session, also behind a payment link. */
  readonly owner: Pick<CheckoutSession, 'checkout'>;
  readonly session: Pick<CheckoutSession, 'fields'>;
  readonly order: StoredOrder | undefined;
  readonly state: CheckoutState;
  readonly end: CheckoutEnd;
}

/**
 * @returns the receipt, in the compact serialization. Its `jti` is the same each time for one result of one
 *   transaction, so that a shop acts once on it
 */
export function returnReceipt(
  { sealer, clock, publicOrigin }: ReceiptSigner,
  { merchantId, owner, session, order, state, end }: EndedCheckout,
): string {
  const now = clock.now();
  const { operation } = owner.checkout;
  const status = order && orderStatus(order.state);
  const isGivenBack = order !== undefined && (GIVEN_BACK.has(status) || chargedBack(order.state) > 0n);
  const result = (end === 'paid' && isGivenBack ? undefined : RESULTS[end]) ?? 'FAILURE';
  const { id = '', amount, currency } = session.fields.order ?? {};
  const transaction = 'movement' in state ? state.movement?.transactionId : undefined;
  return signed(signingKey(sealer), {
    iss: publicOrigin,
    aud: merchantId,
    iat: seconds(now),
    exp: seconds(now + VALID_MS),
    jti: resultId([merchantId, operation, id, transaction ?? '', result]),
    operation,
    order: id,
    transaction,
    result,
    status,
    amount,
    currency,
    sequence: order?.updatedAt ?? 0,
  });
}

/** The public key of each loaded key, the one in use first. */
export function receiptKeys(sealer: Pick<Sealer, 'hashes'>): readonly ReceiptKey[] {
  return sealer.hashes(PURPOSE, SUBJECT).map((seed) => publicKeyOf(privateKeyOf(seed)));
}

function signed({ id, key }: SigningKey, claims: object): string {
  const head = encode({ alg: 'EdDSA', typ: 'JWT', kid: id });
  const content = `${head}.${encode(claims)}`;
  return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`;
}

function signingKey(sealer: Pick<Sealer, 'hash'>): SigningKey {
  const seed = sealer.hash(PURPOSE, SUBJECT);
  if (last === undefined || Buffer.compare(last.seed, seed) !== 0) {
    const key = privateKeyOf(seed);
    last = { seed, signing: { id: publicKeyOf(key).kid, key } };
  }
  return last.signing;
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: KeyObject): ReceiptKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const members = { crv: 'Ed25519', kty: 'OKP', x } as const;
  const kid = createHash('sha256').update(JSON.stringify(members)).digest('base64url');
  return { ...members, kid, use: 'sig', alg: 'EdDSA' };
}

/** The texts are encoded as JSON, so that no two lists have the same hash. */
function resultId(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().toString('base64url', 0, ID_BYTES);
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = (ms: number): number => Math.floor(ms / 1_000);
