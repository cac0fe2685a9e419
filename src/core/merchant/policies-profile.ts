/** The shop's policies that its payment pages link to: `policies` of its profile. */
import { z } from 'zod';
import { profileUrl } from './profile-urls.ts';

const address = profileUrl.nullable().default(null);

export const policiesProfile = z
  .object({
    terms: address.describe('The terms of sale.'),
    privacy: address.describe('The privacy policy.'),
    refunds: address.describe('The policy on returns and refunds.'),
  })
  .prefault({})
  .describe(
    'https URLs, or in sandbox mode `http://localhost`, of pages of the shop. The foot of each payment page and each ' +
      'mail to a payer link to them.',
  );

export type PoliciesProfile = z.infer<typeof policiesProfile>;
