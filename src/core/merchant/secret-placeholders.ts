/** `[held]` in a profile: the command line shows it in place of a secret, and accepts it to keep the stored secret. */
import { z } from 'zod';
import type { MerchantProfile } from './merchant.ts';
import { SEALED_KEY } from './profile-key.ts';
import { withSecrets } from './provider-accounts.ts';

export const SECRET_PLACEHOLDER = '[held]';

/**
 * @param given the profile as the operator gives it
 * @param stored the profile of the same merchant, if there is one
 * @returns the profile with each `[held]` replaced by the stored secret
 * @throws ZodError naming each member without a stored secret
 */
export function fillHeldSecrets(given: unknown, stored: unknown): unknown {
  const missing: (readonly string[])[] = [];
  const filled = fill(given, stored, [], missing);
  if (missing.length > 0) {
    const message = `${SECRET_PLACEHOLDER} keeps a secret that is stored, and none is`;
    throw new z.ZodError(missing.map((path) => ({ code: 'custom', input: undefined, path: [...path], message })));
  }
  return filled;
}

function fill(given: unknown, stored: unknown, path: readonly string[], missing: (readonly string[])[]): unknown {
  if (given === SECRET_PLACEHOLDER) {
    if (typeof stored === 'string' && SEALED_KEY.test(stored)) {
      return stored;
    }
    missing.push(path);
    return given;
  }
  if (Array.isArray(given)) {
    return given.map((item, index) => fill(item, memberOf(stored, `${index}`), [...path, `${index}`], missing));
  }
  if (typeof given !== 'object' || given === null) {
    return given;
  }
  const members = Object.entries(given).map(([name, value]) => [
    name,
    fill(value, memberOf(stored, name), [...path, name], missing),
  ]);
  return Object.fromEntries(members);
}

/** The profile with `[held]` in place of all secrets: known ones, and sealed values. */
export function maskedProfile({ p2pe, notification, ...profile }: MerchantProfile): unknown {
  return withoutSecrets({
    ...withSecrets(profile, () => SECRET_PLACEHOLDER),
    notification: notification && {
      ...notification,
      ...(notification.secret !== undefined && { secret: SECRET_PLACEHOLDER }),
    },
    p2pe: p2pe && { bdk: SECRET_PLACEHOLDER },
  });
}

/** The profile in a form that may be shown. */
export function withoutSecrets(stored: unknown): unknown {
  if (typeof stored === 'string') {
    return SEALED_KEY.test(stored) ? SECRET_PLACEHOLDER : stored;
  }
  if (Array.isArray(stored)) {
    return stored.map(withoutSecrets);
  }
  return typeof stored === 'object' && stored !== null
    ? Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, withoutSecrets(value)]))
    : stored;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
