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
    /** Its purpose without card data, `AuthenticationPurpose` as JSON. */
    purpose: string;
    /** Keyed fingerprint of the INITIATE_AUTHENTICATION request, and of the AUTHENTICATE_PAYER one, null before it. */
    initiated: Uint8Array;
    requested: Uint8Array | null;
    /** Keyed hash of the card's number. */
    card_hash: Uint8Array;
    /** The 3DS Server's state, encrypted. */
    sealed_state: Uint8Array;
    /** Grows with each change. An update based on an older revision is refused. */
    revision: number;
    /** When the next timeout is due; null if there is no timeout. */
    wake_at: number | null;
    /**
     * Key of the process that claimed the row; the others leave it alone while that process lives. Null until it is
     * due.
     */
    owner: number | null;
    /** Key of the transaction that used it for a payment; null if unused. */
    used_by: number | null;
    created_at: number;
    updated_at: number;
  };
}
