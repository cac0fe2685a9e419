/** The table of agreements to later payments, as a kysely type. A part of the schema. */
export interface AgreementTables {
  /**
   * Payments that set up an agreement for later payments. A row is committed with the outcome and is not changed later.
   */
  agreement: {
    transaction_key: number;
    merchant_key: number;
    /** The merchant's id of the agreement. */
    agreement_id: string;
    /** The agreement's terms, JSON. */
    terms: string;
    transaction_identifier: string;
    created_at: number;
  };
}
