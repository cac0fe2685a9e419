/** The table of payer authentications, as a kysely type. A part of the schema. */
export interface AuthenticationTables {
  /** Payer authentications of an order. Their ids are distinct from those of its transactions. */
  payer_authentication: {
    key: number;
    order_key: number;
    transaction_id: string;
    /**
     * The 3DS Server transaction ID (`threeDSServerTransID`), by which directory servers refer to the authentication.
     */
    server_id: string;
    /** The purpose, `AuthenticationPurpose` as JSON, without card data. */
    purpose: string;
    /**
     * Keyed fingerprints of the requests INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER; `requested` is null before the
     * latter.
     */
    initiated: Uint8Array;
    requested: Uint8Array | null;
    /** Keyed hash of the card's number. */
    card_hash: Uint8Array;
    /** The 3DS Server's state, encrypted. */
    sealed_state: Uint8Array;
    /** Incremented with each change. A change based on an older revision is refused. */
    revision: number;
    /** When the next timeout is due; null if there is no timeout. */
    wake_at: number | null;
    /**
     * Key of the process that claimed the row. Other processes do not claim it as long as that process is alive. Null
     * until the row is due.
     */
    owner: number | null;
    /** Key of the payment that used the authentication; null if unused. */
    used_by: number | null;
    created_at: number;
    updated_at: number;
  };
}
