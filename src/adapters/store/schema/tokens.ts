/** The table of tokens, as a kysely type. A part of the schema. */
export interface TokenTables {
  token: {
    key: number;
    merchant_key: number;
    token: string;
    /** The instrument without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array;
    /** Keyed hash of the instrument's number, by which a card's token is found. Null in rows older than the column. */
    card_hash: Uint8Array | null;
    /** The verification strategy and the result, JSON. Null in rows older than the column. */
    verification: string | null;
    /** PAYER: stored only for the payers who saved the card. Null: the merchant's own token. */
    kept_for: 'PAYER' | null;
    created_at: number;
    updated_at: number | null;
  };
}
