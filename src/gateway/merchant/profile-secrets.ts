/** Everything that is sealed in a merchant's profile, with its place. */
import type { MerchantProfile } from './merchant.ts';
import { isSealedKey, profileKeyPlace, secretPlace } from './profile-key.ts';
import { withSecrets } from './provider-accounts.ts';

export interface SealedSecret {
  /** As the profile has it: `sealed:…`. */
  readonly text: string;
  readonly place: string;
}

export function sealedSecrets(profile: MerchantProfile): readonly SealedSecret[] {
  const { id, p2pe, notification } = profile;
  const secrets: SealedSecret[] = [];
  const note = (text: string | undefined, place: string) => {
    if (text !== undefined && isSealedKey(text)) {
      secrets.push({ text, place });
    }
    return text ?? '';
  };
  note(p2pe?.bdk, profileKeyPlace(id));
  note(notification?.secret, secretPlace(id));
  withSecrets(profile, note);
  return secrets;
}
