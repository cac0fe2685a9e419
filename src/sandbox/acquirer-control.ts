/** Control of the sandbox's acquirer over HTTP: read its ledger, set its faults. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { badRequest, readControlJson } from './control-request.ts';

/** A longer delay than any limit of the gateway's is a dropped reply, which has its own mode. */
const DELAY_MS_MAX = 600_000;

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', 'DELAY', 'DROP_REQUEST', 'DROP_REPLY', 'DUPLICATE_REPLY', 'GARBAGE', 'REFUSE']),
  delayMs: z.int().min(0).max(DELAY_MS_MAX).default(0),
  /** How many messages it affects; null is until changed. */
  count: z.int().min(1).nullable().default(null),
});

export type AcquirerFaults = z.infer<typeof faultsSchema>;

/** The part of the acquirer's host that is controlled. */
export interface ControlledAcquirer {
  ledger(filter: { merchant?: string; order?: string }): unknown;
  setFaults(faults: AcquirerFaults): void;
  faults(): unknown;
}

/** `GET /acquirer/ledger?merchant=&order=` and `PUT /acquirer/faults`, which answers the faults now in force. */
export function addAcquirerControl(app: FastifyInstance, acquirer: ControlledAcquirer): void {
  app.get<{ Querystring: Record<string, string | string[] | undefined> }>('/acquirer/ledger', (request) => {
    const { merchant, order } = request.query;
    return acquirer.ledger({
      ...(typeof merchant === 'string' && merchant !== '' && { merchant }),
      ...(typeof order === 'string' && order !== '' && { order }),
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
