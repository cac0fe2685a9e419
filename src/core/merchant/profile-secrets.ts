/** All sealed texts in a merchant's profile, with the purpose of each. */
import { profileKeyPlace, SEALED_KEY, secretPlace } from './profile-key.ts';
import { accountPlace } from './provider-accounts.ts';
import { WALLET_SECRETS, walletKeyPlace } from './wallets-profile.ts';

export interface SealedSecret {
  /** The sealed text: `sealed:…`. */
  readonly text: string;
  /** Its path in the profile: `notification.secret`. */
  readonly member: string;
  /** The purpose that it is sealed for; undefined for a member that this version does not know. */
  readonly place: string | undefined;
}

/**
 * Finds sealed texts by their form, so that it also finds those of a provider whose package this process has not
 * loaded.
 * @param profile the stored profile, as parsed JSON
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
  ...WALLET_SECRETS.map(
    (path) => [`wallets.${path.join('.')}`, (merchantId: string) => walletKeyPlace(merchantId, path)] as const,
  ),
]);
