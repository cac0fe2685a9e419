/** The tables of links that take payments, as kysely types. A part of the schema. */
import type { LinkOrder } from '../../../core/ports/index.ts';

export interface LinkTables {
  payment_link: {
    key: number;
    /** In the link's address. Not a secret of one payer: the merchant gives it to all payers. */
    id: string;
    merchant_key: number;
    /** `LinkTerms`, JSON. */
    terms: string;
    payments_max: number | null;
    /** How many orders of `link_order` are TAKEN or PAID. Counted only where there is a maximum. */
    taken: number;
    expires_at: number | null;
    ended_at: number | null;
    created_at: number;
  };
  link_order: {
    key: number;
    link_key: number;
    order_id: string;
    /** The hash of the token of the form that began it, so that a repeated form begins nothing. */
    start_hash: string;
    session_key: number | null;
    sealed_session: string | null;
    state: LinkOrder['state'];
    attempt: string | null;
    taken_at: number | null;
    created_at: number;
  };
}
