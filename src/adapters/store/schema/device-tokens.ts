/** The table of wallets' tokens, as a kysely type. A part of the schema. */
export interface DeviceTokenTables {
  /** Used tokens, each once. Removed once they have expired. */
  device_token: {
    /** SHA-256 of the wallet and its id of the token, hex. */
    id: string;
    transaction_key: number;
    usable_until: number;
  };
}
