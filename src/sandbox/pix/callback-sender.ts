/** Callbacks of the PSP. Pix does not sign them. */
import { type DeliveriesDependencies, DeliveryQueue, deliveriesIn } from '../kit/deliveries.ts';
import type { PspCallbackMode, PspFaults } from './faults.ts';
import type { PspLedger } from './ledger/ledger.ts';
import type { PspDeliveryRow } from './ledger/rows.ts';

const MALFORMED_BODY = '{"pix":[{"endToEndId":"E999';
const OTHER_SECRET = 'a-secret-that-is-none-of-anybodys-at-all';

export type CallbackSender = DeliveryQueue<PspDeliveryRow, PspCallbackMode>;

export interface CallbackSenderDependencies
  extends Pick<DeliveriesDependencies<PspDeliveryRow, PspCallbackMode>, 'changed' | 'log'> {
  readonly ledger: PspLedger;
  readonly faults: PspFaults;
}

export function callbackSender({ ledger, faults, log, changed }: CallbackSenderDependencies): CallbackSender {
  return new DeliveryQueue<PspDeliveryRow, PspCallbackMode>({
    ...deliveriesIn(ledger.deliveries),
    faults: faults.callbacks,
    name: 'The sandbox’s PSP',
    log,
    changed,
    post: ({ url, body }, mode) => ({ url: addressOf(url, mode), body: mode === 'MALFORMED' ? MALFORMED_BODY : body }),
  });
}

/** The description appends `/pix` to the registered address. */
function addressOf(url: string, mode: PspCallbackMode | 'NONE'): string {
  const given = mode === 'WRONG_ADDRESS' ? url.replace(/[^/]+$/, OTHER_SECRET) : url;
  return mode === 'WITHOUT_SUFFIX' ? given : `${given}/pix`;
}
