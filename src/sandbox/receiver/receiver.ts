/**
 * A merchant's notification endpoint for development. It accepts, verifies, stores and shows every notification, and
 * fails on demand.
 */
import type { FastifyInstance } from 'fastify';
import { prefersHtml } from '../kit/http/accept.ts';
import { closingSignal } from '../kit/http/exchange.ts';
import { ReceivedDeliveries } from './deliveries.ts';
import { addReceiverPageFiles, RECEIVER_PAGE_HEADERS } from './page/files.ts';
import { receiverPage } from './page/receiver-page.ts';
import { notificationOf } from './received-notification.ts';
import { answerNotification, RECEIVER_PATH } from './receiver-answer.ts';
import { addReceiverControl } from './receiver-control.ts';
import { ReceiverFaults, STATUS_OF_MODE } from './receiver-faults.ts';
import { signatureVerdictOf } from './verdict.ts';

/** @param key the notification key of the sandbox's own merchant: `whsec_` and base64 */
export function addReceiver(app: FastifyInstance, key: string): void {
  const deliveries = new ReceivedDeliveries();
  const faults = new ReceiverFaults();
  const closing = closingSignal(app);

  app.post(RECEIVER_PATH, (request, reply) => {
    const notification = notificationOf(request);
    const fault = faults.take();
    const status = STATUS_OF_MODE[fault.mode];
    const verdict = signatureVerdictOf(notification, key);
    deliveries.add({ notification, verdict, answeredStatus: status });
    return answerNotification(reply, fault, closing);
  });

  app.get('/notifications', (request, reply) => {
    reply.header('vary', 'accept');
    if (!prefersHtml(request.headers.accept)) {
      return deliveries.notifications;
    }
    const receiverUrl = `http://localhost:${request.socket.localPort}${RECEIVER_PATH}`;
    const page = receiverPage({ deliveries: deliveries.counted, fault: faults.inForce, key, receiverUrl });
    return reply.headers(RECEIVER_PAGE_HEADERS).send(page);
  });

  addReceiverControl(app, deliveries, faults);
  addReceiverPageFiles(app);
}
