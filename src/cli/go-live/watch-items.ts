/** The items of the sections "Rehearse it", "The watch" and "The first payment". */
import { hostOf, lookAt } from '../doctor/web-host.ts';
import { done, type GoLiveItem, type GoLiveSubject, type ItemFinding, missing, yourItem, yours } from './item.ts';

const REHEARSE = 'Rehearse it';
const WATCH = 'The watch';
const PAYMENT = 'The first payment';

export const WATCH_ITEMS: readonly GoLiveItem[] = [
  yourItem(
    REHEARSE,
    1,
    'whether a staging gateway ran with these settings, but for the mode, the acquirer and the database',
  ),
  yourItem(REHEARSE, 2, 'whether the sandbox ran beside it'),
  yourItem(REHEARSE, 3, 'whether your shop took payments there'),
  yourItem(REHEARSE, 4, 'whether turnpike rehearse had no failure at the rate of your busiest hour'),
  yourItem(WATCH, 1, 'whether your load balancer polls /readyz, and your supervisor /healthz'),
  { section: WATCH, number: 2, run: metrics },
  yourItem(WATCH, 3, 'whether the alert rules are installed, and one of them has reached you'),
  yourItem(WATCH, 4, 'whether stdout is collected, rotated and kept'),
  yourItem(WATCH, 5, 'whether a backup was restored on another machine'),
  yourItem(WATCH, 6, 'whether turnpike page check runs every hour, and turnpike audit verify every day'),
  yourItem(WATCH, 7, 'who reviews held payments, and who changes the keys'),
  yourItem(PAYMENT, 1, 'whether a real payment was captured and refunded, and the acquirer has both'),
  yourItem(PAYMENT, 2, 'whether the pages after a decline, a cancel and a time-out are right'),
  yourItem(PAYMENT, 3, 'whether a payment survived a stop of the gateway'),
  yourItem(PAYMENT, 4, "whether turnpike reconcile found no difference to the acquirer's first ledger"),
  yourItem(PAYMENT, 5, 'whether your server verifies signatures, and processes a repeated notification once'),
];

/** Payers' networks must not read the metrics. The request takes the way of a payer. */
async function metrics({ settings, outside }: GoLiveSubject): Promise<ItemFinding[]> {
  const url = new URL('/metrics', settings.publicOrigin);
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? outside.httpsPort : 80) : Number(url.port);
  const asks = { method: 'GET', path: url.pathname } as const;
  const { status } = await lookAt({ host: hostOf(url), port, isSecure }, { ...outside, asks });
  if (status === undefined) {
    return [missing(`${url.origin} is not reached.`, 'start the gateway, and call this again')];
  }
  return [
    status === 200
      ? missing(`${url.href} is public.`, 'set ADMIN_PORT, or do not forward /metrics at the proxy')
      : done(`${url.href} is not public.`),
    yours('whether Prometheus scrapes the metrics from a private network'),
  ];
}
