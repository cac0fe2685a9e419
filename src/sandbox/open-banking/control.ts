/** Control of the banks over HTTP: read their ledger, set faults and settings, and change a payment's status. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { YEAR_MS } from '../../contract/durations.ts';
import {
  badRequest,
  type ControlQuery,
  faultCount,
  faultDelayMs,
  readControl,
  textOf,
} from '../kit/http/control-request.ts';
import { BANKS, payersOf } from './banks.ts';
import { FAULT_MODES } from './faults.ts';
import { bankLedgerEntries } from './ledger/entries.ts';
import { PAYMENT_STATUSES } from './ledger/rows.ts';
import type { OpenBanking } from './open-banking.ts';
import { cancelBankPayment, plan } from './payments.ts';
import { OPEN_BANKING_PREFIX } from './prefix.ts';

/** The sandbox's certificates, which are valid for 10 years, have expired by then. */
const AHEAD_MS_MAX = 20 * YEAR_MS;

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', ...FAULT_MODES]),
  bank: z.string().optional(),
  operation: z.string().optional(),
  delayMs: faultDelayMs,
  retryAfter: z.int().min(0).optional(),
  /** The number of affected calls. Null: all calls, until the fault is changed. */
  count: faultCount,
});

const settingsSchema = z.strictObject({
  /** How far the banks' clock is ahead of the real one. */
  aheadMs: z.int().min(0).max(AHEAD_MS_MAX).optional(),
  /** Milliseconds by which every bank's answers lag behind a status, in addition to the bank's own delay. */
  quietMs: z.int().min(0).max(YEAR_MS).optional(),
});

const certificateSchema = z.strictObject({ standing: z.enum(['VALID', 'BLOCKED', 'REVOKED']) });

const statusSchema = z.strictObject({
  status: z.enum(PAYMENT_STATUSES),
  /** If set, the payment is changed only if it has this status. */
  from: z.enum(PAYMENT_STATUSES).optional(),
  /** Whether the creditor's account is credited too. */
  isCredited: z.boolean().default(false),
});

type WithId = { Params: { id: string } };

export function addBankControl(app: FastifyInstance, banks: OpenBanking): void {
  const { ledger, faults } = banks;

  app.get<{ Querystring: ControlQuery }>(`${OPEN_BANKING_PREFIX}/ledger`, ({ query }) => {
    return bankLedgerEntries(ledger, {
      merchant: textOf(query.merchant),
      order: textOf(query.order),
    });
  });
  app.get(`${OPEN_BANKING_PREFIX}/ledger/rows`, () => ledger.rows());
  app.get<{ Params: { iban: string } }>(`${OPEN_BANKING_PREFIX}/statements/:iban`, ({ params: { iban } }) =>
    ledger.entries.all({ iban }),
  );
  app.get(`${OPEN_BANKING_PREFIX}/banks`, () =>
    BANKS.map((bank) => ({
      ...bank,
      address: `${banks.bases.api}/${bank.id}`,
      payers: payersOf(bank).map(({ id, accounts }) => ({ id, ibans: accounts.map(({ iban }) => iban) })),
    })),
  );

  app.get(`${OPEN_BANKING_PREFIX}/violations`, () => ({
    violations: banks.validator.violations,
    unknownFields: banks.validator.unknownFields,
  }));
  app.delete(`${OPEN_BANKING_PREFIX}/violations`, (_request, reply) => {
    banks.validator.clear();
    return reply.code(204).send();
  });

  app.put(`${OPEN_BANKING_PREFIX}/faults`, ({ body }) => {
    faults.set(readControl(faultsSchema, body));
    return faults.inForce;
  });
  app.put(`${OPEN_BANKING_PREFIX}/settings`, ({ body }) => {
    const { aheadMs = banks.aheadMs, quietMs = banks.quietMs } = readControl(settingsSchema, body);
    banks.quietMs = quietMs;
    banks.setAhead(aheadMs);
    return { aheadMs, quietMs };
  });
  app.put<WithId>(`${OPEN_BANKING_PREFIX}/certificates/:id`, ({ params: { id }, body }) => {
    const { standing } = readControl(certificateSchema, body);
    banks.setStanding(id, standing);
    return { fingerprint: id, standing };
  });
  app.put<WithId>(`${OPEN_BANKING_PREFIX}/payments/:id`, ({ params: { id }, body }) => {
    const { status, from, isCredited } = readControl(statusSchema, body);
    return banks.change((work) => {
      const row = work.ledger.payments.find({ id });
      if (row === undefined) {
        throw badRequest('There is no such payment.');
      }
      if (from !== undefined && row.status !== from) {
        throw badRequest(`It is ${row.status}.`);
      }
      if (status === 'CANC') {
        return cancelBankPayment(work, row);
      }
      return plan(work, row, [{ afterMs: 0, status, isCredited: isCredited ? true : undefined }]);
    });
  });
}
