/** Callbacks of the PSP. Pix does not sign them. */
import { Deliveries, type DeliveriesDependencies } from '../deliveries.ts';
import type { CallbackMode, PspFaults } from './faults.ts';
import type { PspLedger } from './ledger/ledger.ts';
import type { DeliveryRow } from './ledger/rows.ts';

const MALFORMED = '{"pix":[{"endToEndId":"E999';
const OTHER_SECRET = 'a-secret-that-is-none-of-anybodys-at-all';

export type CallbackSender = Deliveries<DeliveryRow, CallbackMode>;

export interface CallbackSenderDependencies
  extends Pick<DeliveriesDependencies<DeliveryRow, CallbackMode>, 'changed' | 'log'> {
  readonly ledger: PspLedger;
  readonly faults: PspFaults;
}

export function callbackSender({ ledger, faults, log, changed }: CallbackSenderDependencies): CallbackSender {
  return new Deliveries<DeliveryRow, CallbackMode>({
    ...{ table: ledger.deliveries, faults: faults.callbacks, name: 'The sandbox’s PSP', log, changed },
    post: ({ url, body }, mode) => ({ url: addressOf(url, mode), body: mode === 'MALFORMED' ? MALFORMED : body }),
  });
}

/** The description appends `/pix` to the registered address. */
function addressOf(url: string, mode: CallbackMode | 'NONE'): string {
  const given = mode === 'WRONG_ADDRESS' ? url.replace(/[^/]+$/, OTHER_SECRET) : url;
  return mode === 'WITHOUT_SUFFIX' ? given : `${given}/pix`;
}
