/** The tables of merchants, as kysely types. A part of the schema. */
import type { LogoType } from '../../../back-office/logos/index.ts';

export interface MerchantTables {
  merchant: {
    key: number;
    id: string;
    /** The merchant profile, JSON. */
    profile: string;
    /** `hmac-sha256$…` or `scrypt$…`; null before the first password. */
    password_hash: string | null;
    /** Null before the first password, and in rows older than the column. */
    password_set_at: number | null;
    /** JSON of the former passwords, newest first; null if there are none. */
    former_passwords: string | null;
    updated_at: number;
  };
  /** Disabled merchants, with the time at which each was disabled. An enabled merchant has no row. */
  disabled_merchant: { merchant_key: number; disabled_at: number };
  /** The logo on the merchant's pages, as the bytes that are served. */
  merchant_logo: {
    merchant_key: number;
    hash: string;
    type: LogoType;
    width: number;
    height: number;
    bytes: Uint8Array;
  };
  /** The subject and the end of a client certificate whose fingerprint the profile lists. */
  merchant_certificate: { merchant_key: number; fingerprint: string; subject: string; valid_until: number };
  /** Scripts that merchants' pages load, keyed by the content hash in their URLs. */
  merchant_script: { pin: string; file: string; content: Uint8Array; first_served_at: number };
}
