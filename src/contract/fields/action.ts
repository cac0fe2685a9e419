/** Per-request exceptions from the profile's settings. */
import { field, group } from '../field.ts';
import { enumeration } from '../field-types.ts';

export const action = group(
  {
    bypassMerchantRiskRules: field(
      enumeration('ALL'),
      'Leaves the risk rules and rejectOn of your profile out of this payment; the operator’s rules stay.',
    ),
  },
  { doc: 'Exceptions from your profile’s settings.' },
);
