/** Providers with one account for all merchants, instead of one each. */
import type { ProviderAccounts } from '../../src/core/ports/index.ts';

export const noAccounts: ProviderAccounts = {
  ofKey: async (merchantKey) => ({ merchantId: `merchant ${merchantKey}`, members: {} }),
  ofMerchant: async (merchantId) => ({ merchantId, members: {} }),
};
