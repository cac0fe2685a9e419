/** Control of the sandbox's acquirer over HTTP: read its ledger, set its faults. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  badRequest,
  type ControlQuery,
  faultCount,
  faultDelayMs,
  readControlJson,
  textOf,
} from '../kit/http/control-request.ts';
import { bankStatement } from './bank-statement.ts';
import type { Settlement } from './settlement.ts';
import { settlementFile } from './settlement-file.ts';

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', 'DELAY', 'DROP_REQUEST', 'DROP_REPLY', 'DUPLICATE_REPLY', 'GARBAGE', 'REFUSE']),
  delayMs: faultDelayMs,
  /** The number of affected messages. Null: all messages, until the fault is changed. */
  count: faultCount,
});

export type AcquirerFaults = z.infer<typeof faultsSchema>;

/** The part of the acquirer's host that is controlled. */
export interface ControlledAcquirer {
  ledger(filter: { merchant?: string; order?: string }): unknown;
  setFaults(faults: AcquirerFaults): void;
  faults(): unknown;
  /** Absent: the acquirer makes no payouts. */
  readonly settlement?: Pick<Settlement, 'batch' | 'close' | 'dispute'>;
}

const disputeSchema = z.strictObject({
  merchant: z.string().min(1),
  order: z.string().min(1),
  kind: z.enum(['CHARGEBACK', 'CHARGEBACK_REVERSED']).default('CHARGEBACK'),
  /** Major units. Absent: the full amount of the payment. */
  amount: z.string().optional(),
  /** The scheme's code of the reason. Absent: `10.4`. */
  reason: z
    .string()
    .regex(/^[A-Za-z0-9.]{1,20}$/)
    .optional(),
  /** The last day to answer. Absent: 30 days later. */
  respondBy: z.iso.date().optional(),
});
const closeSchema = z.strictObject({ merchant: z.string().min(1).optional() });

/**
 * `POST /acquirer/disputes` charges an order's payment back, or reverses a chargeback. `POST /acquirer/settlement` pays
 * out all that is due and answers the settlement file. `GET /acquirer/settlement/{batch}` answers that file again, and
 * `…/{batch}/statement` the merchant's bank statement (camt.053) with the payouts.
 */
export function addSettlementControl(
  app: FastifyInstance,
  settlement: NonNullable<ControlledAcquirer['settlement']>,
): void {
  app.post('/acquirer/disputes', (request) => {
    const dispute = disputeSchema.safeParse(readControlJson(request.body));
    if (!dispute.success) {
      throw badRequest(z.prettifyError(dispute.error));
    }
    const problem = settlement.dispute(dispute.data, Date.now());
    if (problem !== undefined) {
      throw badRequest(problem);
    }
    return dispute.data;
  });

  app.post('/acquirer/settlement', (request, reply) => {
    const close = closeSchema.safeParse(readControlJson(request.body));
    if (!close.success) {
      throw badRequest(z.prettifyError(close.error));
    }
    const batch = settlement.close(close.data.merchant, Date.now());
    reply.header('X-Settlement-Batch', `${batch}`);
    return reply.type('text/csv; charset=utf-8').send(settlementFile(settlement.batch(batch)));
  });

  app.get<{ Params: { batch: string } }>('/acquirer/settlement/:batch', (request, reply) => {
    const lines = settlement.batch(Number(request.params.batch));
    return lines.length === 0
      ? reply.callNotFound()
      : reply.type('text/csv; charset=utf-8').send(settlementFile(lines));
  });

  app.get<{ Params: { batch: string } }>('/acquirer/settlement/:batch/statement', (request, reply) => {
    const lines = settlement.batch(Number(request.params.batch));
    return lines.length === 0
      ? reply.callNotFound()
      : reply.type('application/xml; charset=utf-8').send(bankStatement(lines));
  });
}

/** `GET /acquirer/ledger?merchant=&order=` and `PUT /acquirer/faults`, which answers the faults now in force. */
export function addAcquirerControl(app: FastifyInstance, acquirer: ControlledAcquirer): void {
  app.get<{ Querystring: ControlQuery }>('/acquirer/ledger', (request) => {
    const { query } = request;
    return acquirer.ledger({
      merchant: textOf(query.merchant),
      order: textOf(query.order),
    });
  });

  app.put('/acquirer/faults', (request) => {
    const faults = faultsSchema.safeParse(readControlJson(request.body));
    if (!faults.success) {
      throw badRequest(z.prettifyError(faults.error));
    }
    acquirer.setFaults(faults.data);
    return acquirer.faults();
  });
}
