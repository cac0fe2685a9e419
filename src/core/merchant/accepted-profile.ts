/** Validates a profile that a person enters, for the gateway that it is stored for. */
import { z } from 'zod';
import { givenProfile, type MerchantProfile } from './merchant.ts';
import { sandboxUrls } from './profile-urls.ts';
import { fillHeldSecrets } from './secret-placeholders.ts';

/** The settings of a gateway that a profile depends on. */
export interface ProfileRules {
  readonly mode: 'live' | 'sandbox';
  /** The configured acquirers by name. */
  readonly acquirers: ReadonlyMap<string, unknown>;
}

/**
 * @param given the profile as it was entered; `[held]` keeps a stored secret
 * @param stored the profile of the same merchant, if there is one
 * @throws ZodError that names the refused members
 */
export function acceptedProfile(
  given: unknown,
  stored: MerchantProfile | undefined,
  { mode, acquirers }: ProfileRules,
): MerchantProfile {
  const profile = givenProfile.parse(fillHeldSecrets(given, stored));
  const problems = [...unknownAcquirers(profile, acquirers), ...(mode === 'live' ? unsafeUrls(profile) : [])];
  if (problems.length > 0) {
    throw new z.ZodError(problems.map((problem) => ({ code: 'custom', input: undefined, ...problem })));
  }
  return profile;
}

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

function unknownAcquirers(
  { acquirerRoutes }: MerchantProfile,
  configured: ReadonlyMap<string, unknown>,
): readonly Problem[] {
  return acquirerRoutes.flatMap(({ acquirer }, index) =>
    configured.has(acquirer)
      ? []
      : [
          {
            path: ['acquirerRoutes', index, 'acquirer'],
            message: `there is no acquirer ${JSON.stringify(acquirer)}; there are ${[...configured.keys()].join(', ')}`,
          },
        ],
  );
}

function unsafeUrls(profile: MerchantProfile): readonly Problem[] {
  return sandboxUrls(profile).map((member) => ({ path: member.split('.'), message: 'live mode takes https alone' }));
}
