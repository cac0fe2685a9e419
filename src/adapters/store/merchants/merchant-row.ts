/** A merchant from its stored row. */
import { type Merchant, merchantProfile } from '../../../core/index.ts';
import type { WithPasswords } from '../../../core/ports/index.ts';
import { storeCode } from '../../../platform/store-ids.ts';
import { numberOrNull } from '../engine/number-or-null.ts';
import { formerPasswordsIn } from './passwords.ts';
import type * as statements from './statements.ts';

export type StoredMerchant = Merchant &
  Required<WithPasswords> & {
    /** Null before the first password, and for a password that an older version stored. */
    readonly passwordSetAt: number | null;
  };

type MerchantRow = NonNullable<(typeof statements.listMerchants)['row']>;

export function merchantFrom(row: MerchantRow, storeNumber: number): StoredMerchant {
  return {
    key: Number(row.key),
    id: row.id,
    profile: merchantProfile.parse(JSON.parse(row.profile)),
    passwordHash: row.password_hash,
    passwordSetAt: numberOrNull(row.password_set_at),
    formerPasswords: formerPasswordsIn(row.former_passwords),
    isDisabled: row.disabled_at !== null,
    logo: logoFrom(row, storeNumber),
  };
}

function logoFrom(row: MerchantRow, storeNumber: number): Merchant['logo'] {
  const { logo_hash: hash, logo_type: type, logo_width: width, logo_height: height } = row;
  return hash === null || type === null
    ? undefined
    : { name: `${storeCode(storeNumber)}${hash}.${type}`, width: Number(width), height: Number(height) };
}
