/** Exempts the sandbox's test cards from limits that a profile leaves at their defaults. */
import type { Secret } from '../../contract/secret.ts';
import { type LimitsProfile, limitsProfile } from '../merchant/limits-profile.ts';
import type { CountKind } from '../ports/index.ts';
import type { CountedKind } from './windows.ts';

/** The limits that apply to a card number, and the kinds under which its attempts are not counted. */
export interface AppliedLimits {
  readonly limits: LimitsProfile;
  readonly uncounted: ReadonlySet<CountKind>;
}

const LIMIT_EXEMPTIONS = {
  ADDRESS: { declinesPerAddress: null },
  BIN: { declinesPerBin: null },
  CARD: { declinesPerCard: null },
  DEVICE: { declinesPerDevice: null },
  NEVER: { retriesAfterNever: true },
  PAGE: { declinesPerMerchant: null },
} as const satisfies Record<CountKind, Partial<LimitsProfile>>;

const DEFAULTS = limitsProfile.parse({});
const NONE: ReadonlySet<CountKind> = new Set();

export class TestCards {
  readonly #numbers: ReadonlySet<string>;
  /** A profile is read once and used for many payments. */
  readonly #exempt = new WeakMap<LimitsProfile, AppliedLimits>();

  /** @param numbers empty in live mode */
  constructor(numbers: ReadonlySet<string>) {
    this.#numbers = numbers;
  }

  limitsFor(limits: LimitsProfile, number: Secret): AppliedLimits {
    if (this.#numbers.size === 0 || !this.#numbers.has(number.reveal())) {
      return { limits, uncounted: NONE };
    }
    const known = this.#exempt.get(limits) ?? exempt(limits);
    this.#exempt.set(limits, known);
    return known;
  }
}

/**
 * A merchant that has changed a limit wants to test it, so a limit other than the default applies to test cards too.
 */
function exempt(limits: LimitsProfile): AppliedLimits {
  const lifted = Object.entries(LIMIT_EXEMPTIONS).filter(([, by]) =>
    Object.keys(by).every((name) => limits[name as keyof LimitsProfile] === DEFAULTS[name as keyof LimitsProfile]),
  );
  return {
    limits: Object.assign({}, limits, ...lifted.map(([, by]) => by)) as LimitsProfile,
    uncounted: new Set(lifted.map(([kind]) => kind as CountKind)),
  };
}

/**
 * @returns true if attempts with this number count for the kind; the `_HERE` kinds of this process follow their shared
 *   kind
 */
export function isCounted({ uncounted }: Pick<AppliedLimits, 'uncounted'>, kind: CountedKind): boolean {
  return !uncounted.has(kind.split('_', 1)[0] as CountKind);
}
