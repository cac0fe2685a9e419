/** Control of the simulator over HTTP: read its ledger and violations, set faults, outcomes and settings. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { YEAR_MS } from '../../contract/durations.ts';
import { type ControlQuery, faultCount, faultDelayMs, readControl, textOf } from '../kit/http/control-request.ts';
import { addDecisions } from './control-decisions.ts';
import { PAYPAL_ANSWER_MODES, WEBHOOK_MODES } from './faults.ts';
import { paypalLedgerEntries } from './ledger/entries.ts';
import type { PayPal } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';

const TOKEN_SECONDS_MAX = 32_400;

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', ...PAYPAL_ANSWER_MODES, ...WEBHOOK_MODES]),
  operation: z.string().optional(),
  delayMs: faultDelayMs,
  retryAfter: z.int().min(0).optional(),
  /** The number of affected calls or webhooks. Null: all, until the fault is changed. */
  count: faultCount,
});

const outcomesSchema = z.strictObject({
  operation: z.string(),
  issue: z.string().optional(),
  pending: z.string().optional(),
  settlesAs: z.enum(['COMPLETED', 'DECLINED']).optional(),
  count: z.int().min(1).default(1),
});

const settingsSchema = z.strictObject({
  /** Lifetime of access tokens that are issued after this call. */
  tokenSeconds: z.int().min(1).max(TOKEN_SECONDS_MAX).optional(),
  /** How far the simulator's clock is ahead of the real one. */
  aheadMs: z.int().min(0).max(YEAR_MS).optional(),
  /** The honor period of authorizations that are made after this call, within which they cannot be reauthorized. */
  honorMs: z.int().min(0).max(YEAR_MS).optional(),
  /** The delay after which transactions are reported, and the maximum number in one result. */
  reporting: z.strictObject({ afterMs: z.int().min(0).max(YEAR_MS), resultsMax: z.int().min(1) }).optional(),
});

const accountSchema = z.strictObject({
  clientSecret: z.string().min(1),
  merchantId: z.string().regex(/^[2-9A-HJ-NP-Z]{13}$/),
  webhookId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  webhookUrl: z.url({ protocol: /^https?$/ }).optional(),
});

type WithId = { Params: { id: string } };

export function addPayPalControl(app: FastifyInstance, paypal: PayPal): void {
  const { ledger, faults, accounts } = paypal;

  app.get<{ Querystring: ControlQuery }>(`${PAYPAL_PREFIX}/ledger`, ({ query }) => {
    return paypalLedgerEntries(ledger, {
      merchant: textOf(query.merchant),
      order: textOf(query.order),
    });
  });
  app.get(`${PAYPAL_PREFIX}/ledger/rows`, () => ledger.rows());
  app.get(`${PAYPAL_PREFIX}/ca.pem`, (_request, reply) =>
    reply.type('application/x-pem-file').send(paypal.signers.own.root),
  );

  app.get(`${PAYPAL_PREFIX}/violations`, () => ({
    answers: paypal.validator.violations,
    unknownFields: paypal.validator.unknownFields,
    reusedIds: paypal.validator.reusedIds,
  }));
  app.delete(`${PAYPAL_PREFIX}/violations`, (_request, reply) => {
    paypal.validator.clear();
    return reply.code(204).send();
  });

  app.put(`${PAYPAL_PREFIX}/faults`, ({ body }) => {
    paypal.setFault(readControl(faultsSchema, body));
    return faults.inForce;
  });
  app.put(`${PAYPAL_PREFIX}/outcomes`, ({ body }) => {
    const { operation, count, ...outcome } = readControl(outcomesSchema, body);
    paypal.outcomes.choose(operation, outcome, count);
    return { operation, count, ...outcome };
  });
  app.put(`${PAYPAL_PREFIX}/settings`, ({ body }) => {
    const given = readControl(settingsSchema, body);
    const { tokenSeconds, aheadMs, honorMs = paypal.honorMs, reporting = paypal.reporting } = given;
    accounts.tokenSeconds = tokenSeconds ?? accounts.tokenSeconds;
    paypal.honorMs = honorMs;
    paypal.reporting = reporting;
    if (aheadMs !== undefined) {
      paypal.setAhead(aheadMs);
    }
    return { tokenSeconds: accounts.tokenSeconds, aheadMs: paypal.aheadMs, honorMs, reporting };
  });
  app.put<WithId>(`${PAYPAL_PREFIX}/accounts/:id`, ({ params, body }) => {
    paypal.putAccount({ clientId: params.id, ...readControl(accountSchema, body) });
    return { clientId: params.id };
  });

  addDecisions(app, paypal);
}
