/** The tables of browser payments, as kysely types. A part of the schema. */
import type { Actor, EventKind, LateCapture } from '../../../core/ports/index.ts';

export interface BrowserPaymentTables {
  /** The additional data of a browser payment's transaction. */
  browser_payment: {
    transaction_key: number;
    provider: string;
    /** The gateway's id of the payment, by which the provider refers to it. */
    reference: string;
    /** The payment's id in the payer's URLs. */
    handle: string;
    /** The URL to which the payer is redirected at the end. */
    home: string;
    /** The shop's name from the checkout; null means the name in the merchant's profile. */
    shop_name: string | null;
    /** The provider's page for the payer; null until it is known. */
    page_url: string | null;
    /** The provider's own payment number; null until it is known. */
    provider_reference: string | null;
    /** The code by which the payer pays; null if the provider gave none. */
    shown_code: string | null;
    /** When the code expires. */
    shown_until: number | null;
    late: LateCapture | null;
    created_at: number;
  };
  /** Events of browser payments, one row for each kind and outcome. Repeats are counted in `times`. */
  browser_payment_event: {
    transaction_key: number;
    kind: EventKind;
    outcome: string;
    actor: Actor;
    /** An IP address or the reason for a status query, of the first occurrence. */
    source: string;
    first_at: number;
    last_at: number;
    times: number;
  };
}
