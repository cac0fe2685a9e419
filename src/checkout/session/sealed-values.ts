/**
 * The values of a session. Card numbers are stored sealed under a key of the vault. A security code or PIN is sealed
 * twice: first under a key that is derived from the session's id, which is not stored, so that the stored data and the
 * vault's keys together do not open it.
 */
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { SECRET_PATHS, SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { merge, type SecretTexts, secretTexts, secretValues, without } from '../../contract/values.ts';
import { TOKEN_HELD_MS_MAX, withoutReplacedCard } from '../../core/index.ts';
import type { Clock, Sealer, SealPlace } from '../../core/ports/index.ts';
import { openUnderId, sealUnderId } from '../../platform/id-seal.ts';
import { type KeyedSession, type Session, sealingId } from './session.ts';
import { endOf, isOpenLink } from './session-life.ts';
import { nextVersion } from './session-version.ts';

/** A security code or wallet's token stored over the interface is erased after this time, used or not. */
const SENSITIVE_LIFE_MS = TOKEN_HELD_MS_MAX;

const NOT_IN_SESSION = ['apiOperation', 'correlationId', 'session'] as const;
const CARD_PATHS = SECRET_PATHS.filter((path) => !SENSITIVE_PATHS.includes(path));

export class SealedValues {
  readonly #sealer: Sealer;
  readonly #clock: Clock;

  constructor({ sealer, clock }: { readonly sealer: Sealer; readonly clock: Clock }) {
    this.#sealer = sealer;
    this.#clock = clock;
  }

  /** All fields of a session. A security code opens only with the id under which it was stored. */
  open(session: Session): RequestFields {
    const { sealedCard, sealedSensitive, sensitiveUntil, fields } = session;
    let values = merge(undefined, fields);
    const sensitiveLives = sensitiveUntil !== null && sensitiveUntil > this.#clock.now();
    if (sealedCard !== null) {
      values = merge(values, parseSecrets(this.#sealer.open(sealedCard, sessionPlace(session, 'card')), false));
    }
    if (sealedSensitive !== null && sensitiveLives) {
      const outer = this.#sealer.open(sealedSensitive, sessionPlace(session, 'sensitive'));
      const sensitive = openUnderId(sealingId(session), outer, ownPlace(session, 'sensitive'));
      values = sensitive === undefined ? values : merge(values, parseSecrets(sensitive, true));
    }
    return values;
  }

  /**
   * @returns the session's next version, with `values` merged into its fields
   * @throws InterfaceError if a payment link's own session would have card data
   */
  update(session: Session, values: RequestFields): Session {
    const now = this.#clock.now();
    const all = merge(this.#remaining(session, values), without(values, NOT_IN_SESSION));
    const inLink = cardInLinkProblems(session, all);
    if (inLink.length > 0) {
      throw invalidFields(inLink);
    }
    const fields = without(all, SECRET_PATHS);
    const isNew = hasAny(secretTexts(values, SENSITIVE_PATHS));
    const sensitiveUntil = isNew ? now + SENSITIVE_LIFE_MS : session.sensitiveUntil;
    return {
      ...session,
      version: nextVersion(session.version),
      fields,
      sealedCard: this.#sealCard(session, secretTexts(all, CARD_PATHS)),
      ...this.#sealSensitive(session, secretTexts(all, SENSITIVE_PATHS), sensitiveUntil),
      updateStatus: 'SUCCESS',
      expiresAt: endOf({ checkout: session.checkout, fields }, now),
      updatedAt: now,
    };
  }

  /**
   * The stored values that the update leaves. A security code belongs to its card: a new number drops the old code. A
   * card in a wallet and a typed one replace each other.
   */
  #remaining(session: Session, values: RequestFields): RequestFields {
    const stored = withoutReplacedCard(this.open(session), values);
    return hasAny(secretTexts(values, CARD_PATHS)) ? without(stored, SENSITIVE_PATHS) : stored;
  }

  #sealCard(session: Session, numbers: SecretTexts): Uint8Array | null {
    return hasAny(numbers) ? this.#sealer.seal(JSON.stringify(numbers), sessionPlace(session, 'card')) : null;
  }

  #sealSensitive(
    session: Session,
    sensitive: SecretTexts,
    sensitiveUntil: number | null,
  ): Pick<Session, 'sealedSensitive' | 'sensitiveUntil'> {
    if (!hasAny(sensitive)) {
      return { sealedSensitive: null, sensitiveUntil: null };
    }
    const inner = sealUnderId(sealingId(session), JSON.stringify(sensitive), ownPlace(session, 'sensitive'));
    return { sealedSensitive: this.#sealer.seal(inner, sessionPlace(session, 'sensitive')), sensitiveUntil };
  }
}

/**
 * Refuses card data in a payment link's own session: a link may live for weeks, longer than card data may be stored.
 *
 * @param values all values of the session after the update
 */
export function cardInLinkProblems(session: Pick<Session, 'checkout'>, values: RequestFields): FieldProblem[] {
  if (!isOpenLink(session) || !hasAny(secretTexts(values, SECRET_PATHS))) {
    return [];
  }
  return [
    {
      field: 'sourceOfFunds.provided',
      validationType: 'UNSUPPORTED',
      explanation: "a payment link's session takes no card data: its payer enters the card on the page",
    },
  ];
}

/** The context to which a session's card data is sealed. */
export function sessionPlace(
  session: Pick<KeyedSession, 'key' | 'merchantKey'>,
  what: 'card' | 'sensitive',
): SealPlace {
  const before = ownPlace(session, what);
  return { bound: `merchant ${session.merchantKey} ${before}`, before };
}

function ownPlace({ key }: Pick<KeyedSession, 'key'>, what: 'card' | 'sensitive'): string {
  return `session ${key} ${what}`;
}

function parseSecrets(text: string, sensitive: boolean): RequestFields {
  return secretValues(JSON.parse(text) as SecretTexts, sensitive);
}

function hasAny(texts: SecretTexts): boolean {
  return Object.keys(texts).length > 0;
}
