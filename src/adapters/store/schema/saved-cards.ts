/** The tables of cards that payers saved, as kysely types. A part of the schema. */
export interface SavedCardTables {
  /** A payer with saved cards, as the merchant names them. Removed with the last card. */
  saved_customer: {
    key: number;
    merchant_key: number;
    /** Keyed hash of the merchant and its `customer.id`. */
    customer_hash: Uint8Array;
    /** The `customer.id`, from which the hash is made again when its key changes. */
    sealed_customer: Uint8Array;
    created_at: number;
  };
  saved_card: {
    key: number;
    customer_key: number;
    token_key: number;
    kept_until: number;
    /** The time of the last payment with the card. */
    used_at: number;
    created_at: number;
  };
}
