import type { MerchantProfile } from '../../core/index.ts';

export type RetentionProfile = Pick<
  MerchantProfile,
  'authorizationValidityDays' | 'retention' | 'savedCards' | 'voidWindowHours'
>;
