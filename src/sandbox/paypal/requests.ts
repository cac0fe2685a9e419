/** The fields of requests that the simulator reads, validated against the description beforehand. */
import type { Money } from './money.ts';

export interface Address {
  readonly address_line_1?: string;
  readonly address_line_2?: string;
  readonly admin_area_2?: string;
  readonly admin_area_1?: string;
  readonly postal_code?: string;
  readonly country_code: string;
}

export interface Shipping {
  readonly name?: { readonly full_name?: string };
  readonly type?: string;
  readonly options?: readonly unknown[];
  readonly address?: Address;
}

export const BREAKDOWN = {
  item_total: 1n,
  shipping: 1n,
  handling: 1n,
  tax_total: 1n,
  insurance: 1n,
  shipping_discount: -1n,
  discount: -1n,
} as const;

export type Breakdown = Readonly<Partial<Record<keyof typeof BREAKDOWN, Money>>>;

export interface Item {
  readonly name: string;
  readonly quantity: string;
  readonly unit_amount: Money;
  readonly tax?: Money;
}

export interface PurchaseUnit {
  readonly reference_id?: string;
  readonly amount: Money & { readonly breakdown?: Breakdown };
  readonly payee?: { readonly merchant_id?: string; readonly email_address?: string };
  readonly description?: string;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly soft_descriptor?: string;
  readonly items?: readonly Item[];
  readonly shipping?: Shipping;
}

/** The common type of `application_context` and of a wallet's `experience_context`. */
export interface ExperienceContext {
  readonly brand_name?: string;
  readonly shipping_preference?: 'GET_FROM_FILE' | 'NO_SHIPPING' | 'SET_PROVIDED_ADDRESS';
  readonly user_action?: 'CONTINUE' | 'PAY_NOW';
  readonly payment_method_preference?: 'UNRESTRICTED' | 'IMMEDIATE_PAYMENT_REQUIRED';
  readonly return_url?: string;
  readonly cancel_url?: string;
}

export interface OrderRequest {
  readonly intent: 'CAPTURE' | 'AUTHORIZE';
  readonly purchase_units: readonly PurchaseUnit[];
  readonly payment_source?: Readonly<Record<string, unknown>> & {
    readonly paypal?: { readonly experience_context?: ExperienceContext };
  };
  readonly application_context?: ExperienceContext;
}

export interface CaptureRequest {
  readonly amount?: Money;
  readonly invoice_id?: string;
  readonly final_capture?: boolean;
  readonly note_to_payer?: string;
}

export interface RefundRequest {
  readonly amount?: Money;
  readonly custom_id?: string;
  readonly invoice_id?: string;
  readonly note_to_payer?: string;
}

/** The settings of the payer's flow, from PayPal's newer field or else from the older one. */
export function experienceOf({
  payment_source: source,
  application_context: context,
}: OrderRequest): ExperienceContext {
  return source?.paypal?.experience_context ?? context ?? {};
}
