/**
 * Scripts that a tester selects by a name in the order, in place of the payer's answer. They have the names of the
 * sandbox's other providers, if PayPal has such an outcome. The page of such an order redirects to the shop at once.
 */
import type { OrderRow } from './ledger/rows.ts';
import type { InstrumentId } from './payer.ts';
import type { OrderRequest } from './requests.ts';
import { orderRequestOf } from './resources.ts';

export interface PayPalScript {
  /** Planned approvals, relative to the order's creation; milliseconds at speed 1. */
  readonly steps?: readonly { readonly instrument: InstrumentId; readonly afterMs: number }[];
  /** The instrument that is approved when the payer opens the page. */
  readonly arrival?: InstrumentId;
  /** Whether the order is cancelled when the payer opens the page. */
  readonly isCancelled?: true;
  /** The issue with which the order's creation is refused. */
  readonly refusal?: string;
  /** How long after the payer opens the page the server does not answer about the order; milliseconds at speed 1. */
  readonly silentMs?: number;
}

const SHORTLY_MS = 30_000;
const LATER_MS = 60_000;

const SCRIPTS: Readonly<Record<string, PayPalScript>> = {
  'TEST-SUCCEED': { arrival: 'BALANCE' },
  'TEST-FAIL-DECLINE': { arrival: 'DECLINED_CARD' },
  'TEST-FAIL-NOTFOUND': { refusal: 'PAYER_CANNOT_PAY' },
  'TEST-CANCEL': { isCancelled: true },
  'TEST-PENDING': { arrival: 'BALANCE' },
  'TEST-PENDING-THEN-SUCCESS': { arrival: 'BALANCE' },
  'TEST-PENDING-THEN-DECLINE': { arrival: 'BALANCE' },
  'TEST-SUCCESS-INIT': { steps: [{ instrument: 'BALANCE', afterMs: SHORTLY_MS }] },
  'TEST-FAIL-INIT': { steps: [{ instrument: 'DECLINED_CARD', afterMs: SHORTLY_MS }] },
  'TEST-FAIL-THEN-SUCCESS': {
    steps: [
      { instrument: 'DECLINED_CARD', afterMs: SHORTLY_MS },
      { instrument: 'BALANCE', afterMs: SHORTLY_MS + LATER_MS },
    ],
  },
  'TEST-TIMEOUT-THEN-SUCCESS': { arrival: 'BALANCE', silentMs: SHORTLY_MS },
};

/** The outcome is decided when the order is completed. */
const FORCED_SCRIPT: PayPalScript = { arrival: 'BALANCE' };

/** Every text of the request in which a tester may name a script. */
export function namesIn({ purchase_units: units }: OrderRequest): (string | undefined)[] {
  return units.flatMap(({ custom_id, invoice_id, reference_id, description }) => [
    custom_id,
    invoice_id,
    reference_id,
    description,
  ]);
}

/** @returns undefined when the payer must answer */
export function scriptIn(request: OrderRequest): PayPalScript | undefined {
  const names = namesIn(request).filter((name) => name !== undefined);
  const scripted = names.find((name) => Object.hasOwn(SCRIPTS, name));
  const forced = names.some((name) => name.startsWith('.FAIL')) ? FORCED_SCRIPT : undefined;
  return scripted === undefined ? forced : SCRIPTS[scripted];
}

export function paypalScriptOf(order: OrderRow): PayPalScript | undefined {
  return scriptIn(orderRequestOf(order));
}
