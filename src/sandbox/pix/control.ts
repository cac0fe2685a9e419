/** Control of the PSP over HTTP: read its ledger and violations, set faults and settings, act as a payer. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { YEAR_MS } from '../../contract/durations.ts';
import { badRequest, faultCount, faultDelayMs, readControl } from '../kit/http/control-request.ts';
import { PSP_ANSWER_MODES, PSP_CALLBACK_MODES, REFUND_MODES } from './faults.ts';
import { pspLedgerEntries } from './ledger/entries.ts';
import { centavosOf } from './money.ts';
import { expire, isPayable, pay, removeByPsp, returnByPsp } from './payments.ts';
import { PIX_PREFIX } from './prefix.ts';
import type { Psp } from './psp.ts';

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', ...PSP_ANSWER_MODES, ...PSP_CALLBACK_MODES, ...REFUND_MODES]),
  operation: z.string().optional(),
  delayMs: faultDelayMs,
  retryAfter: z.int().min(0).optional(),
  /** The number of times that the fault applies. Null: until it is changed. */
  count: faultCount,
});

const settingsSchema = z.strictObject({
  /** How far the PSP's clock is ahead of the real one. */
  aheadMs: z.int().min(0).max(YEAR_MS).optional(),
  /** Milliseconds that a refund takes. */
  refundMs: z.int().min(0).max(YEAR_MS).optional(),
  /** Lifetime of access tokens issued from now on. */
  tokenSeconds: z.int().min(1).max(86_400).optional(),
});

/**
 * PAY_LATE also pays a charge that has ended. PAY with another amount than the charge's simulates an error of the PSP.
 * REMOVE: the PSP closes the charge. RETURN: the PSP returns the payment because of fraud.
 */
const actSchema = z.strictObject({
  act: z.enum(['PAY', 'PAY_LATE', 'EXPIRE', 'REMOVE', 'RETURN']),
  /** Decimal text in reais. Absent: the charge's amount. */
  amount: z.string().optional(),
  /** Milliseconds since the expiry. */
  agoMs: z.int().min(0).max(YEAR_MS).default(0),
});

export function addPspControl(app: FastifyInstance, psp: Psp): void {
  const { ledger, faults } = psp;

  app.get<{ Querystring: { order?: unknown } }>(`${PIX_PREFIX}/ledger`, ({ query: { order } }) =>
    pspLedgerEntries(ledger, typeof order === 'string' && order !== '' ? order : undefined),
  );
  app.get(`${PIX_PREFIX}/ledger/rows`, () => ledger.rows());
  app.get(`${PIX_PREFIX}/violations`, () => {
    const { violations, unknownFields, judged } = psp.validator;
    return { violations, unknownFields, judged };
  });
  app.delete(`${PIX_PREFIX}/violations`, (_request, reply) => {
    psp.validator.clear();
    return reply.code(204).send();
  });
  app.put(`${PIX_PREFIX}/faults`, ({ body }) => {
    psp.setFault(readControl(faultsSchema, body));
    return faults.inForce;
  });
  app.put(`${PIX_PREFIX}/settings`, ({ body }) => {
    const given = readControl(settingsSchema, body);
    psp.refundMs = given.refundMs ?? psp.refundMs;
    psp.accounts.tokenSeconds = given.tokenSeconds ?? psp.accounts.tokenSeconds;
    psp.setAhead(given.aheadMs ?? psp.aheadMs);
    return { aheadMs: psp.aheadMs, refundMs: psp.refundMs, tokenSeconds: psp.accounts.tokenSeconds };
  });
  app.put<{ Params: { id: string } }>(`${PIX_PREFIX}/charges/:id`, ({ params: { id }, body }) => {
    const { act, amount, agoMs } = readControl(actSchema, body);
    const row = ledger.charges.find({ id });
    const cents = amount === undefined ? undefined : centavosOf(amount);
    if (row === undefined) {
      throw badRequest('There is no such charge.');
    }
    if (amount !== undefined && cents === undefined) {
      throw badRequest('The amount is none.');
    }
    if ((row.status === 'CONCLUIDA') !== (act === 'RETURN') || (act === 'PAY' && !isPayable(row, psp.now))) {
      throw badRequest('The charge is not in a state for it.');
    }
    return psp.change((work) => {
      if (act === 'PAY' || act === 'PAY_LATE') {
        return pay(work, row, cents);
      }
      if (act === 'RETURN') {
        return returnByPsp(work, row);
      }
      return act === 'EXPIRE' ? expire(work, row, agoMs) : removeByPsp(work, row);
    });
  });
}
