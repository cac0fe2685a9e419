/** Control calls for events at PayPal that no call of the merchant causes. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest, readControl } from '../kit/http/control-request.ts';
import { changeDispute, DISPUTE_REASONS, DISPUTE_STAGES, DISPUTE_STATUSES, openDispute } from './disputes.ts';
import { expireAuthorization, OPEN_AUTHORIZATIONS, settleAuthorization, settleCapture, settleRefund } from './due.ts';
import type { CaptureRow, OrderRow } from './ledger/rows.ts';
import { unitsOf } from './money.ts';
import type { PayPalWork } from './operation.ts';
import { refundedOf, updateRefunded } from './operations/captures.ts';
import { addRefund } from './operations/movements.ts';
import type { PayPal } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';

const settledSchema = z.strictObject({ status: z.enum(['COMPLETED', 'DECLINED']) });
const authorizationSchema = z.strictObject({ status: z.enum(['CREATED', 'DENIED', 'EXPIRED']) });
const refundSchema = z.strictObject({ capture: z.string(), value: z.string() });
const reversalSchema = z.strictObject({ capture: z.string() });
/** The end of the time to answer. */
const dueSchema = z.iso.datetime({ offset: true }).transform(Date.parse).optional();
const disputeSchema = z.strictObject({
  capture: z.string(),
  reason: z.enum(DISPUTE_REASONS).default('UNAUTHORISED'),
  stage: z.enum(DISPUTE_STAGES).default('INQUIRY'),
  due: dueSchema,
});
const disputeStatusSchema = z.strictObject({
  status: z.enum(DISPUTE_STATUSES),
  winner: z.enum(['BUYER', 'SELLER']).default('SELLER'),
  stage: z.enum(DISPUTE_STAGES).optional(),
  due: dueSchema,
});

const REFUNDABLE: readonly CaptureRow['status'][] = ['COMPLETED', 'PARTIALLY_REFUNDED'];

type WithId = { Params: { id: string } };

export function addDecisions(app: FastifyInstance, paypal: PayPal): void {
  /** @param change applied if the row is allowed @returns the row afterwards */
  const decide = <Row>(
    find: (work: PayPalWork) => Row | undefined,
    isAllowed: (row: Row) => boolean,
    change: (work: PayPalWork, row: Row) => void,
  ) =>
    paypal.change((work) => {
      const row = find(work);
      if (row === undefined || !isAllowed(row)) {
        throw badRequest('There is none that can be changed so.');
      }
      change(work, row);
      return find(work);
    });
  const isPending = ({ status }: { readonly status: string }) => status === 'PENDING';

  app.put<WithId>(`${PAYPAL_PREFIX}/captures/:id`, ({ params: { id }, body }) => {
    const { status } = readControl(settledSchema, body);
    return decide(
      ({ ledger }) => ledger.captures.find({ id }),
      isPending,
      (work, row) => settleCapture(work, row, status),
    );
  });

  app.put<WithId>(`${PAYPAL_PREFIX}/refunds/:id`, ({ params: { id }, body }) => {
    const { status } = readControl(settledSchema, body);
    return decide(
      ({ ledger }) => ledger.refunds.find({ id }),
      isPending,
      (work, row) => settleRefund(work, row, status),
    );
  });

  app.put<WithId>(`${PAYPAL_PREFIX}/authorizations/:id`, ({ params: { id }, body }) => {
    const { status } = readControl(authorizationSchema, body);
    return decide(
      ({ ledger }) => ledger.authorizations.find({ id }),
      (row) => (status === 'EXPIRED' ? OPEN_AUTHORIZATIONS.includes(row.status) : isPending(row)),
      (work, row) =>
        status === 'EXPIRED'
          ? expireAuthorization(work, row)
          : settleAuthorization(work, row, status === 'CREATED' ? 'COMPLETED' : 'DECLINED'),
    );
  });

  app.post(`${PAYPAL_PREFIX}/refunds`, ({ body }) => {
    const { capture: id, value } = readControl(refundSchema, body);
    return decide(
      ({ ledger }) => ledger.captures.find({ id }),
      ({ status }) => REFUNDABLE.includes(status),
      (work, capture) => refundAtPayPal(work, capture, value),
    );
  });

  app.post(`${PAYPAL_PREFIX}/reversals`, ({ body }) => {
    const { capture: id } = readControl(reversalSchema, body);
    return decide(
      ({ ledger }) => ledger.captures.find({ id }),
      ({ status }) => status === 'COMPLETED',
      (work, capture) => reverse(work, capture),
    );
  });

  app.post(`${PAYPAL_PREFIX}/disputes`, ({ body }) => {
    const { capture: id, reason, stage, due: dueAt } = readControl(disputeSchema, body);
    return paypal.change((work) => {
      const capture = work.ledger.captures.find({ id });
      if (capture === undefined) {
        throw badRequest('There is no such capture.');
      }
      return openDispute(work, capture, { reason, stage, dueAt });
    });
  });

  app.put<WithId>(`${PAYPAL_PREFIX}/disputes/:id`, ({ params: { id }, body }) => {
    const { due: dueAt, ...change } = readControl(disputeStatusSchema, body);
    return decide(
      ({ ledger }) => ledger.disputes.find({ id }),
      (row) => row.status !== 'RESOLVED',
      (work, row) => void changeDispute(work, row, { ...change, dueAt }),
    );
  });
}

/** Reverses a capture: the payer's bank took the money back from PayPal, and PayPal took it from the seller. */
function reverse(work: PayPalWork, capture: CaptureRow): void {
  const order = work.ledger.orders.find({ id: capture.order_id }) as OrderRow;
  const money = { units: BigInt(capture.amount), currency: capture.currency };
  const texts = { invoice_id: capture.invoice_id, custom_id: capture.custom_id, note: null };
  addRefund(work, { order, capture, money, outcome: {}, texts, made: 'PAYMENT.CAPTURE.REVERSED' });
  updateRefunded(work, capture);
}

function refundAtPayPal(work: PayPalWork, capture: CaptureRow, value: string): void {
  const units = unitsOf({ currency_code: capture.currency, value });
  const left = BigInt(capture.amount) - refundedOf(work, capture);
  if (typeof units !== 'bigint' || units <= 0n || units > left) {
    throw badRequest('The value is not one that is left of the capture.');
  }
  const order = work.ledger.orders.find({ id: capture.order_id }) as OrderRow;
  const money = { units, currency: capture.currency };
  const texts = { invoice_id: null, custom_id: null, note: null };
  addRefund(work, { order, capture, money, outcome: {}, texts });
  updateRefunded(work, capture);
}
