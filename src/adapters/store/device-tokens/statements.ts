/** Statements over the tokens of wallets that payments have used. */
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

/** As a guard: of several payments with one token, only the first may use it. */
export const useDeviceToken = insertion(
  'device_token',
  {
    id: ['id', 'text'],
    transaction_key: ['transactionKey', 'bigint'],
    usable_until: ['until', 'bigint'],
  },
  { identity: 'id', conflict: { columns: ['id'] } },
);

export const findDeviceToken = statement((db, p: Placeholder<{ id: string }>) =>
  db.selectFrom('device_token').select('transaction_key').where('id', '=', p('id')),
);

/** Tokens that no reader takes any more. */
export const forgetDeviceTokens = statement((db, p: Placeholder<{ before: number }>) =>
  db.deleteFrom('device_token').where('usable_until', '<', p('before')),
);
