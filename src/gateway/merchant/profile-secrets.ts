/** Everything that is sealed in a merchant's profile, with its place. */
import { profileKeyPlace, SEALED_KEY, secretPlace } from './profile-key.ts';
import { accountPlace } from './provider-accounts.ts';

export interface SealedSecret {
  /** As the profile has it: `sealed:…`. */
  readonly text: string;
  /** Where the profile has it: `notification.secret`. */
  readonly member: string;
  /** Undefined where only another version knows what it is sealed for. */
  readonly place: string | undefined;
}

/**
 * Found by their form, also where this process has not loaded the provider's package: the schema would leave those out.
 * @param profile as it is stored, parsed JSON
 */
export function sealedSecrets(merchantId: string, profile: unknown): readonly SealedSecret[] {
  return [...textsIn(profile, [])]
    .filter(({ text }) => SEALED_KEY.test(text))
    .map(({ text, path }) => ({ text, member: path.join('.'), place: placeOf(merchantId, path) }));
}

interface TextAt {
  readonly text: string;
  readonly path: readonly string[];
}

function* textsIn(value: unknown, path: readonly string[]): Generator<TextAt> {
  if (typeof value === 'string') {
    yield { text: value, path };
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield* textsIn(inner, [...path, name]);
    }
  }
}

function placeOf(merchantId: string, path: readonly string[]): string | undefined {
  const [group, provider = '', member = ''] = path;
  if (group === 'providerAccounts' && path.length === 3) {
    return accountPlace(merchantId, provider, member);
  }
  return PLACES.get(path.join('.'))?.(merchantId);
}

const PLACES: ReadonlyMap<string, (merchantId: string) => string> = new Map([
  ['p2pe.bdk', profileKeyPlace],
  ['notification.secret', secretPlace],
]);
