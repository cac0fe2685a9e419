/** The table of payers' authentications, as a kysely type: a part of the schema. */
export interface AuthenticationTables {
  /** Authentications of payers: rows beside an order's transactions, which no transaction shares its id with. */
  payer_authentication: {
    key: number;
    order_key: number;
    transaction_id: string;
    /** `threeDSServerTransID`, by which directory servers name it. */
    server_id: string;
    /** What it is for, without card data, JSON: `AuthenticationPurpose`. */
    purpose: string;
    /** Keyed fingerprints of the requests that began it and that asked for it; the second null until it came. */
    initiated: Uint8Array;
    requested: Uint8Array | null;
    /** Keyed hash of the card's number. */
    card_hash: Uint8Array;
    /** How far it is, as the 3DS Server stores it. */
    sealed_state: Uint8Array;
    /** Grows with each change: who has read an older one changes nothing. */
    revision: number;
    /** When time alone changes something; null: never. */
    wake_at: number | null;
    /**
     * Key of the process that has claimed the row: while it lives, the others leave the row alone. Null until it is
     * due.
     */
    owner: number | null;
    /** Key of the transaction that paid with it; null: none has. */
    used_by: number | null;
    created_at: number;
    updated_at: number;
  };
}
