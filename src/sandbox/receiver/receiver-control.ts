/** Control of the receiver, by tools and by the forms of its page. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, readControlJson } from '../kit/http/control-request.ts';
import type { ReceivedDeliveries } from './deliveries.ts';
import { type ReceiverFaults, receiverFaultSchema } from './receiver-faults.ts';

/**
 * `DELETE /notifications` and `PUT /notifications/faults`, which answers the faults now in force. Each also exists as a
 * form's POST.
 */
export function addReceiverControl(app: FastifyInstance, deliveries: ReceivedDeliveries, faults: ReceiverFaults): void {
  const setFaults = (input: unknown) => {
    const fault = receiverFaultSchema.safeParse(input);
    if (!fault.success) {
      throw badRequest(z.prettifyError(fault.error));
    }
    faults.set(fault.data);
  };

  app.delete('/notifications', (_request, reply) => {
    deliveries.forget();
    reply.code(204).send();
  });

  app.put('/notifications/faults', (request) => {
    setFaults(readControlJson(request.body));
    return faults.inForce;
  });

  app.post('/notifications/forget', (request, reply) => {
    refuseOtherSites(request);
    deliveries.forget();
    return reply.redirect('/notifications', 303);
  });

  app.post('/notifications/faults', (request, reply) => {
    refuseOtherSites(request);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    setFaults({ mode: form.get('mode'), count: number(form.get('count')), retryAfter: number(form.get('retryAfter')) });
    return reply.redirect('/notifications', 303);
  });
}

/**
 * A page on the internet can make its visitor's browser send a form here, but the browser states where the form comes
 * from.
 */
function refuseOtherSites(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') {
    return;
  }
  throw Object.assign(new Error('Only the page of this sandbox may send this form.'), { statusCode: 403 });
}

/** An empty field counts as absent. */
function number(text: string | null): number | null {
  return text === null || text.trim() === '' ? null : Number(text);
}
