/** The resources of PayPal's interface, from the ledger's rows. */
import type { PayPalLedger } from './ledger/ledger.ts';
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow } from './ledger/rows.ts';
import { paypalMoneyOf } from './money.ts';
import { PAYER } from './payer.ts';
import type { ResourceLink } from './refusal.ts';
import type { OrderRequest, PurchaseUnit } from './requests.ts';

/** PayPal's fee, in per cent of the captured amount. */
const FEE_PERCENT = 3n;

const SELLER_PROTECTION = {
  status: 'ELIGIBLE',
  dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
} as const;

/** Requests accept any `custom_id`; a refund shows only one with these characters. */
const REFUND_CUSTOM_ID = /^[A-Za-z0-9-_.,]*$/;

export const orderRequestOf = ({ request }: OrderRow): OrderRequest => JSON.parse(request) as OrderRequest;

export class PayPalResources {
  readonly #ledger: PayPalLedger;
  readonly #base: string;

  /** @param base the prefix of the simulator's addresses */
  constructor(ledger: PayPalLedger, base: string) {
    this.#ledger = ledger;
    this.#base = base;
  }

  /** @param isWhole false for PayPal's minimal representation */
  order(row: OrderRow, isWhole: boolean): object {
    const { id, status, intent } = row;
    const request = orderRequestOf(row);
    const isApproved = row.instrument !== null;
    const movement = this.#ledger.captures.find({ order_id: id }) ?? this.#ledger.authorizations.find({ order_id: id });
    const hasUnits = isWhole || movement !== undefined;
    return {
      create_time: isWhole ? isoTime(row.created_at) : undefined,
      update_time: isWhole ? isoTime(row.updated_at) : undefined,
      id,
      intent: isWhole ? intent : undefined,
      status,
      ...this.#source(request, isApproved),
      purchase_units: hasUnits
        ? request.purchase_units.map((unit, at) => this.#unit(row, unit, at, isWhole))
        : undefined,
      payer: isApproved ? PAYER.asPayer : undefined,
      links: this.#orderLinks(row, request),
    };
  }

  authorization(row: AuthorizationRow, isWhole = true): object {
    const { id, status, reason, amount, currency, order_id } = row;
    const base = `${this.#base}/v2/payments/authorizations/${id}`;
    const isOpen = status === 'CREATED' || status === 'PARTIALLY_CAPTURED';
    const links = [
      { href: base, rel: 'self', method: 'GET' },
      ...(isOpen
        ? ['capture', 'void', 'reauthorize'].map((rel) => ({ href: `${base}/${rel}`, rel, method: 'POST' }))
        : []),
      { href: `${this.#base}/v2/checkout/orders/${order_id}`, rel: 'up', method: 'GET' },
    ];
    const brief = {
      id,
      // PayPal reports an authorization as voided after the end of its validity.
      status: status === 'EXPIRED' ? 'VOIDED' : status,
      status_details: reason === null ? undefined : { reason },
    };
    if (!isWhole) {
      return { ...brief, links };
    }
    const unit = this.#unitOf(row);
    return {
      ...brief,
      amount: paypalMoneyOf(BigInt(amount), currency),
      invoice_id: unit?.invoice_id,
      custom_id: unit?.custom_id,
      seller_protection: SELLER_PROTECTION,
      expiration_time: isoTime(row.expires_at),
      create_time: isoTime(row.created_at),
      update_time: isoTime(row.updated_at),
      links,
    };
  }

  capture(row: CaptureRow, isWhole = true): object {
    const { id, status, reason, amount, currency, order_id, authorization_id } = row;
    const base = `${this.#base}/v2/payments/captures/${id}`;
    const up =
      authorization_id === null ? `checkout/orders/${order_id}` : `payments/authorizations/${authorization_id}`;
    const links = [
      { href: base, rel: 'self', method: 'GET' },
      { href: `${base}/refund`, rel: 'refund', method: 'POST' },
      { href: `${this.#base}/v2/${up}`, rel: 'up', method: 'GET' },
    ];
    const brief = { id, status, status_details: reason === null ? undefined : { reason } };
    if (!isWhole) {
      return { ...brief, links };
    }
    return {
      ...brief,
      amount: paypalMoneyOf(BigInt(amount), currency),
      final_capture: row.is_final === 1,
      invoice_id: row.invoice_id ?? undefined,
      custom_id: row.custom_id ?? undefined,
      seller_protection: SELLER_PROTECTION,
      seller_receivable_breakdown: isPaid(row) ? receivableOf(BigInt(amount), currency) : undefined,
      create_time: isoTime(row.created_at),
      update_time: isoTime(row.updated_at),
      links,
    };
  }

  refund(row: PayPalRefundRow, isWhole = true): object {
    const { id, status, reason, amount, currency, capture_id } = row;
    const links = [
      { href: `${this.#base}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
      { href: `${this.#base}/v2/payments/captures/${capture_id}`, rel: 'up', method: 'GET' },
    ];
    const brief = { id, status, status_details: reason === null ? undefined : { reason } };
    if (!isWhole) {
      return { ...brief, links };
    }
    const made = this.#ledger.refunds.all({ capture_id }).filter(isMade);
    const total = made.reduce((sum, one) => sum + BigInt(one.amount), 0n);
    return {
      ...brief,
      amount: paypalMoneyOf(BigInt(amount), currency),
      invoice_id: row.invoice_id ?? undefined,
      custom_id: row.custom_id !== null && REFUND_CUSTOM_ID.test(row.custom_id) ? row.custom_id : undefined,
      note_to_payer: row.note ?? undefined,
      seller_payable_breakdown: {
        gross_amount: paypalMoneyOf(BigInt(amount), currency),
        paypal_fee: paypalMoneyOf(0n, currency),
        net_amount: paypalMoneyOf(BigInt(amount), currency),
        total_refunded_amount: paypalMoneyOf(total, currency),
      },
      create_time: isoTime(row.created_at),
      update_time: isoTime(row.updated_at),
      links,
    };
  }

  /** An authorization outside its order, so with the order's id and the payee. */
  wholeAuthorization(row: AuthorizationRow): object {
    return { ...this.authorization(row), ...this.#related(row) };
  }

  wholeCapture(row: CaptureRow): object {
    return { ...this.capture(row), ...this.#related(row) };
  }

  /** The page of the payer's approval. */
  approvalUrl(order: string): string {
    return this.url(`/checkoutnow?token=${order}`);
  }

  certificateUrl(id: string): string {
    return this.url(`/v1/notifications/certs/${id}`);
  }

  /** @param path a path of PayPal's interface */
  url(path: string): string {
    return this.#base + path;
  }

  #related(row: AuthorizationRow | CaptureRow): object {
    const order = this.#ledger.orders.find({ id: row.order_id });
    const authorization = 'authorization_id' in row ? row.authorization_id : null;
    return {
      supplementary_data: {
        related_ids: { order_id: row.order_id, authorization_id: authorization ?? undefined },
      },
      payee: order === undefined ? undefined : { merchant_id: order.merchant },
    };
  }

  #unit(order: OrderRow, unit: PurchaseUnit, index: number, isWhole: boolean): object {
    const { ledger, at } = { ledger: this.#ledger, at: { order_id: order.id, unit: index } };
    const captures = ledger.captures.all(at);
    const payments = {
      authorizations: ledger.authorizations.all(at).map((row) => this.authorization(row)),
      captures: captures.map((row) => this.capture(row)),
      refunds: captures.flatMap(({ id }) => ledger.refunds.all({ capture_id: id })).map((row) => this.refund(row)),
    };
    const held = Object.entries(payments).filter(([, rows]) => rows.length > 0);
    return {
      reference_id: unit.reference_id,
      ...(isWhole ? { ...unit, payee: { merchant_id: order.merchant } } : {}),
      shipping: unit.shipping,
      payments: held.length > 0 ? Object.fromEntries(held) : undefined,
    };
  }

  #source(request: OrderRequest, isApproved: boolean): object {
    if (isApproved) {
      return { payment_source: { paypal: PAYER.asWallet } };
    }
    return request.payment_source?.paypal === undefined ? {} : { payment_source: { paypal: {} } };
  }

  #orderLinks({ id, status, intent }: OrderRow, request: OrderRequest): ResourceLink[] {
    const href = `${this.#base}/v2/checkout/orders/${id}`;
    const self: ResourceLink = { href, rel: 'self', method: 'GET' };
    if (status === 'COMPLETED' || status === 'VOIDED') {
      return [self];
    }
    const page = this.approvalUrl(id);
    const complete = intent === 'CAPTURE' ? 'capture' : 'authorize';
    return [
      self,
      ...(status === 'APPROVED'
        ? []
        : [
            {
              href: page,
              rel: request.payment_source?.paypal === undefined ? 'approve' : 'payer-action',
              method: 'GET',
            } as const,
          ]),
      { href, rel: 'update', method: 'PATCH' },
      { href: `${href}/${complete}`, rel: complete, method: 'POST' },
    ];
  }

  #unitOf({ order_id, unit }: AuthorizationRow): PurchaseUnit | undefined {
    const order = this.#ledger.orders.find({ id: order_id });
    return order === undefined ? undefined : orderRequestOf(order).purchase_units[unit];
  }
}

/** The seller's share of a capture, after the fee. */
function receivableOf(units: bigint, currency: string): object {
  const fee = feeOf(units);
  return {
    gross_amount: paypalMoneyOf(units, currency),
    paypal_fee: paypalMoneyOf(fee, currency),
    net_amount: paypalMoneyOf(units - fee, currency),
  };
}

/** PayPal's fee for a capture. */
export function feeOf(units: bigint): bigint {
  return (units * FEE_PERCENT) / 100n;
}

export function isPaid({ status }: CaptureRow): boolean {
  return status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED' || status === 'REFUNDED';
}

export function isMade({ status }: PayPalRefundRow): boolean {
  return status === 'COMPLETED' || status === 'PENDING';
}

export function isoTime(at: number): string {
  // Whole seconds, like PayPal's.
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
