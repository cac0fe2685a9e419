/** The tables of sessions, as kysely types. A part of the schema. */
export interface SessionTables {
  session: {
    key: number;
    merchant_key: number;
    /**
     * `idHash` of the session's id. The id is a secret and is not stored, except by processes of an older version on
     * the same store.
     */
    id: string;
    version: string;
    /** Request fields without card data, JSON. */
    fields: string;
    sealed_card: Uint8Array | null;
    /**
     * Sensitive authentication data, encrypted under the session's id and then by the vault. Erased after the first
     * attempt that uses it, or at `sensitive_until`.
     */
    sealed_sensitive: Uint8Array | null;
    sensitive_until: number | null;
    update_status: 'NO_UPDATE' | 'SUCCESS' | 'FAILURE';
    authentication_limit: number;
    authentications: number;
    /** `Checkout`, JSON; null for a plain session. */
    checkout: string | null;
    /** The state of the payer's last submitted form, JSON; null if there is none to show. */
    form: string | null;
    /** 1 if an older release derived the session's `aes256Key` from its id. */
    key_of_id: number;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /**
   * Further ids of sessions, for payers who return at an address that does not contain the session's id. `sealed_id`:
   * the session's id, encrypted under the alias. Null if the process that made the alias did not know it.
   */
  session_alias: { id_hash: string; session_key: number; expires_at: number; sealed_id: string | null };
}
