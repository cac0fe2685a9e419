/** Control of a provider over HTTP: read its ledger, set its faults and its return method. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ControlQuery, faultCount, faultDelayMs, readControl, textOf } from '../kit/http/control-request.ts';
import type { SandboxProvider } from './provider.ts';
import { PROVIDER_ANSWER_MODES, PROVIDER_CALLBACK_MODES } from './provider-faults.ts';

const faultsSchema = z.strictObject({
  mode: z.enum(['NONE', ...PROVIDER_ANSWER_MODES, ...PROVIDER_CALLBACK_MODES]),
  delayMs: faultDelayMs,
  /** The number of affected answers or callbacks. Null: all, until the fault is changed. */
  count: faultCount,
});

const settingsSchema = z.strictObject({ returnMethod: z.enum(['GET', 'POST']) });

/**
 * `GET …/ledger?merchant=&order=`, `PUT …/faults` and `PUT …/settings`; the last two answer the values now in force.
 */
export function addProviderControl(app: FastifyInstance, provider: SandboxProvider): void {
  const base = `/providers/${provider.kind.id}`;

  app.get<{ Querystring: ControlQuery }>(`${base}/ledger`, (request) => {
    const { query } = request;
    return provider.ledger.entries({
      merchant: textOf(query.merchant),
      order: textOf(query.order),
    });
  });

  app.put(`${base}/faults`, (request) => {
    provider.setFaults(readControl(faultsSchema, request.body));
    return provider.faults.inForce;
  });

  app.put(`${base}/settings`, (request) => {
    const { returnMethod } = readControl(settingsSchema, request.body);
    provider.returnMethod = returnMethod;
    return { returnMethod };
  });
}
