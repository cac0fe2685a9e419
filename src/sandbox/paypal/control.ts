/** Control of the stand-in over HTTP: read what it did, choose what it does, say what happened at PayPal. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest, readControlJson } from '../control-request.ts';
import { changeDispute, DISPUTE_REASONS, DISPUTE_STATUSES, openDispute } from './disputes.ts';
import { expireAuthorization, settleAuthorization, settleCapture, settleRefund } from './due.ts';
import { ANSWER_MODES, WEBHOOK_MODES } from './faults.ts';
import { ledgerEntries } from './ledger/entries.ts';
import { unitsOf } from './money.ts';
import type { Work } from './operation.ts';
import { updateRefunded } from './operations/captures.ts';
import { addRefund } from './operations/movements.ts';
import type { PayPal } from './paypal.ts';
import { PREFIX } from './prefix.ts';

/** As for the other providers: a longer delay is a loss, which has its own modes. */
const DELAY_MS_MAX = 600_000;
const YEAR_MS = 365 * 86_400_000;
const TOKEN_SECONDS_MAX = 32_400;

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', ...ANSWER_MODES, ...WEBHOOK_MODES]),
  operation: z.string().optional(),
  delayMs: z.int().min(0).max(DELAY_MS_MAX).default(0),
  retryAfter: z.int().min(0).optional(),
  /** How many calls or webhooks it affects; null is until changed. */
  count: z.int().min(1).nullable().default(null),
});

const settled = z.enum(['COMPLETED', 'DECLINED']);

const outcomesSchema = z.strictObject({
  operation: z.string(),
  issue: z.string().optional(),
  pending: z.string().optional(),
  settlesAs: settled.optional(),
  count: z.int().min(1).default(1),
});

const settingsSchema = z.strictObject({
  /** Of access tokens that are given from now on. */
  tokenSeconds: z.int().min(1).max(TOKEN_SECONDS_MAX).optional(),
  /** How far the stand-in's clock is ahead of the real one. */
  aheadMs: z.int().min(0).max(YEAR_MS).optional(),
});

const accountSchema = z.strictObject({
  clientSecret: z.string().min(1),
  merchantId: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
  webhookId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  webhookUrl: z.url({ protocol: /^https?$/ }).optional(),
});

const refundSchema = z.strictObject({ capture: z.string(), value: z.string() });
const disputeSchema = z.strictObject({ capture: z.string(), reason: z.enum(DISPUTE_REASONS).default('UNAUTHORISED') });

type WithId = { Params: { id: string } };

export function addPayPalControl(app: FastifyInstance, paypal: PayPal): void {
  const { ledger, faults, accounts } = paypal;

  app.get<{ Querystring: Record<string, string | string[] | undefined> }>(`${PREFIX}/ledger`, ({ query }) => {
    const { merchant, order } = query;
    return ledgerEntries(ledger, {
      ...(typeof merchant === 'string' && merchant !== '' && { merchant }),
      ...(typeof order === 'string' && order !== '' && { order }),
    });
  });
  app.get(`${PREFIX}/ledger/rows`, () => ledger.rows());
  app.get(`${PREFIX}/ca.pem`, (_request, reply) => reply.type('application/x-pem-file').send(paypal.signers.own.root));

  app.get(`${PREFIX}/violations`, () => ({
    answers: paypal.judge.violations,
    unknownFields: paypal.judge.unknownFields,
  }));
  app.delete(`${PREFIX}/violations`, (_request, reply) => {
    paypal.judge.clear();
    return reply.code(204).send();
  });

  app.put(`${PREFIX}/faults`, ({ body }) => {
    paypal.setFault(read(faultsSchema, body));
    return faults.inForce;
  });
  app.put(`${PREFIX}/outcomes`, ({ body }) => {
    const { operation, count, ...outcome } = read(outcomesSchema, body);
    paypal.outcomes.choose(operation, outcome, count);
    return { operation, count, ...outcome };
  });
  app.put(`${PREFIX}/settings`, ({ body }) => {
    const { tokenSeconds, aheadMs } = read(settingsSchema, body);
    accounts.tokenSeconds = tokenSeconds ?? accounts.tokenSeconds;
    if (aheadMs !== undefined) {
      paypal.setAhead(aheadMs);
    }
    return { tokenSeconds: accounts.tokenSeconds, aheadMs: paypal.aheadMs };
  });
  app.put<WithId>(`${PREFIX}/accounts/:id`, ({ params, body }) => {
    paypal.putAccount({ clientId: params.id, ...read(accountSchema, body) });
    return { clientId: params.id };
  });

  addDecisions(app, paypal);
}

/** What happened at PayPal without a call of the merchant's. */
function addDecisions(app: FastifyInstance, paypal: PayPal): void {
  const decide = <Row>(find: (work: Work) => Row | undefined, change: (work: Work, row: Row) => void) =>
    paypal.change((work) => {
      const row = find(work);
      if (row === undefined) {
        throw badRequest('There is none that can be changed so.');
      }
      change(work, row);
      return find(work) ?? row;
    });

  app.put<WithId>(`${PREFIX}/captures/:id`, ({ params: { id }, body }) => {
    const { status } = read(z.strictObject({ status: settled }), body);
    return decide(
      ({ ledger }) => ledger.captures.find({ id }),
      (work, row) => settleCapture(work, row, status),
    );
  });
  app.put<WithId>(`${PREFIX}/refunds/:id`, ({ params: { id }, body }) => {
    const { status } = read(z.strictObject({ status: settled }), body);
    return decide(
      ({ ledger }) => ledger.refunds.find({ id }),
      (work, row) => settleRefund(work, row, status),
    );
  });
  app.put<WithId>(`${PREFIX}/authorizations/:id`, ({ params: { id }, body }) => {
    const { status } = read(z.strictObject({ status: z.enum(['CREATED', 'DENIED', 'EXPIRED']) }), body);
    return decide(
      ({ ledger }) => ledger.authorizations.find({ id }),
      (work, row) =>
        status === 'EXPIRED'
          ? expireAuthorization(work, row)
          : settleAuthorization(work, row, status === 'CREATED' ? 'COMPLETED' : 'DECLINED'),
    );
  });
  app.post(`${PREFIX}/refunds`, ({ body }) => {
    const { capture: id, value } = read(refundSchema, body);
    return decide(
      ({ ledger }) => ledger.captures.find({ id }),
      (work, capture) => {
        const units = unitsOf({ currency_code: capture.currency, value });
        const order = work.ledger.orders.find({ id: capture.order_id });
        if (typeof units !== 'bigint' || order === undefined) {
          throw badRequest('The value is none of the capture’s currency.');
        }
        const money = { units, currency: capture.currency };
        const texts = { invoice_id: null, custom_id: null, note: null };
        addRefund(work, { order, capture, money, outcome: {}, texts });
        updateRefunded(work, capture);
      },
    );
  });
  app.post(`${PREFIX}/disputes`, ({ body }) => {
    const { capture: id, reason } = read(disputeSchema, body);
    return paypal.change((work) => {
      const capture = work.ledger.captures.find({ id });
      if (capture === undefined) {
        throw badRequest('There is no such capture.');
      }
      return openDispute(work, capture, reason);
    });
  });
  app.put<WithId>(`${PREFIX}/disputes/:id`, ({ params: { id }, body }) => {
    const { status } = read(z.strictObject({ status: z.enum(DISPUTE_STATUSES) }), body);
    return decide(
      ({ ledger }) => ledger.disputes.find({ id }),
      (work, row) => changeDispute(work, row, status),
    );
  });
}

function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const { data, error } = schema.safeParse(readControlJson(body));
  if (data === undefined) {
    throw badRequest(error === undefined ? 'The body says nothing.' : z.prettifyError(error));
  }
  return data;
}
