/** The resources of PayPal's interface, from the ledger's rows. */
import type { PayPalLedger } from './ledger/ledger.ts';
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow } from './ledger/rows.ts';
import { paypalMoneyOf } from './money.ts';
import { PAYER } from './payer.ts';
import type { ResourceLink } from './refusal.ts';
import type { OrderRequest, PurchaseUnit } from './requests.ts';

/** PayPal's fee, in per cent of the captured amount. */
const FEE_PERCENT = 3n;

/** Requests accept any `custom_id`; a refund shows only one with these characters. */
const REFUND_CUSTOM_ID = /^[A-Za-z0-9-_.,]*$/;

export const orderRequestOf = ({ request }: OrderRow): OrderRequest => JSON.parse(request) as OrderRequest;

export class PayPalResources {
  readonly #ledger: PayPalLedger;
  readonly #base: string;

  /** @param base of the simulator's addresses */
  constructor(ledger: PayPalLedger, base: string) {
    this.#ledger = ledger;
    this.#base = base;
  }

  /** @param isWhole false for PayPal's minimal representation */
  order(row: OrderRow, isWhole: boolean): object {
    const { id, status, intent } = row;
    const request = orderRequestOf(row);
    const isApproved = row.instrument !== null;
    const isBegun = this.#ledger.captures.find({ order_id: id }) ?? this.#ledger.authorizations.find({ order_id: id });
    const hasUnits = isWhole || isBegun !== undefined;
    return {
      ...(isWhole && { create_time: isoTime(row.created_at), update_time: isoTime(row.updated_at) }),
      id,
      ...(isWhole && { intent }),
      status,
      ...this.#source(request, isApproved),
      ...(hasUnits && { purchase_units: request.purchase_units.map((unit, at) => this.#unit(row, unit, at, isWhole)) }),
      ...(isApproved && { payer: PAYER.asPayer }),
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
    const unit = this.#unitOf(row);
    return {
      id,
      // PayPal reports an authorization as voided after the end of its validity.
      status: status === 'EXPIRED' ? 'VOIDED' : status,
      ...(reason !== null && { status_details: { reason } }),
      ...(isWhole && {
        amount: paypalMoneyOf(BigInt(amount), currency),
        ...(unit?.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
        ...(unit?.custom_id !== undefined && { custom_id: unit.custom_id }),
        seller_protection: {
          status: 'ELIGIBLE',
          dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
        },
        expiration_time: isoTime(row.expires_at),
        create_time: isoTime(row.created_at),
        update_time: isoTime(row.updated_at),
      }),
      links,
    };
  }

  capture(row: CaptureRow, isWhole = true): object {
    const { id, status, reason, amount, currency, order_id, authorization_id } = row;
    const base = `${this.#base}/v2/payments/captures/${id}`;
    const units = BigInt(amount);
    const fee = feeOf(units);
    const up =
      authorization_id === null ? `checkout/orders/${order_id}` : `payments/authorizations/${authorization_id}`;
    return {
      id,
      status,
      ...(reason !== null && { status_details: { reason } }),
      ...(isWhole && {
        amount: paypalMoneyOf(units, currency),
        final_capture: row.is_final === 1,
        ...(row.invoice_id !== null && { invoice_id: row.invoice_id }),
        ...(row.custom_id !== null && { custom_id: row.custom_id }),
        seller_protection: {
          status: 'ELIGIBLE',
          dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
        },
        ...(isPaid(row) && {
          seller_receivable_breakdown: {
            gross_amount: paypalMoneyOf(units, currency),
            paypal_fee: paypalMoneyOf(fee, currency),
            net_amount: paypalMoneyOf(units - fee, currency),
          },
        }),
        create_time: isoTime(row.created_at),
        update_time: isoTime(row.updated_at),
      }),
      links: [
        { href: base, rel: 'self', method: 'GET' },
        { href: `${base}/refund`, rel: 'refund', method: 'POST' },
        { href: `${this.#base}/v2/${up}`, rel: 'up', method: 'GET' },
      ],
    };
  }

  refund(row: PayPalRefundRow, isWhole = true): object {
    const { id, status, reason, amount, currency, capture_id } = row;
    const made = this.#ledger.refunds.all({ capture_id }).filter(isMade);
    const total = made.reduce((sum, one) => sum + BigInt(one.amount), 0n);
    return {
      id,
      status,
      ...(reason !== null && { status_details: { reason } }),
      ...(isWhole && {
        amount: paypalMoneyOf(BigInt(amount), currency),
        ...(row.invoice_id !== null && { invoice_id: row.invoice_id }),
        ...(row.custom_id !== null && REFUND_CUSTOM_ID.test(row.custom_id) && { custom_id: row.custom_id }),
        ...(row.note !== null && { note_to_payer: row.note }),
        seller_payable_breakdown: {
          gross_amount: paypalMoneyOf(BigInt(amount), currency),
          paypal_fee: paypalMoneyOf(0n, currency),
          net_amount: paypalMoneyOf(BigInt(amount), currency),
          total_refunded_amount: paypalMoneyOf(total, currency),
        },
        create_time: isoTime(row.created_at),
        update_time: isoTime(row.updated_at),
      }),
      links: [
        { href: `${this.#base}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
        { href: `${this.#base}/v2/payments/captures/${capture_id}`, rel: 'up', method: 'GET' },
      ],
    };
  }

  /** An authorization on its own, with the related ids that it lacks within an order. */
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

  /** @param path as in PayPal's interface */
  url(path: string): string {
    return this.#base + path;
  }

  #related(row: AuthorizationRow | CaptureRow): object {
    const order = this.#ledger.orders.find({ id: row.order_id });
    const authorization = 'authorization_id' in row ? row.authorization_id : null;
    return {
      supplementary_data: {
        related_ids: { order_id: row.order_id, ...(authorization !== null && { authorization_id: authorization }) },
      },
      ...(order !== undefined && { payee: { merchant_id: order.merchant } }),
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
      ...(isWhole && { ...unit, payee: { merchant_id: order.merchant } }),
      ...(unit.shipping !== undefined && { shipping: unit.shipping }),
      ...(held.length > 0 && { payments: Object.fromEntries(held) }),
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
