/** Sources of every metric, each with values of its own. */
import { CommitCounts } from '../../../src/platform/metrics/commit-counts.ts';
import { EventLoopLag } from '../../../src/platform/metrics/event-loop-lag.ts';
import type { exposition } from '../../../src/platform/metrics/exposition.ts';
import type { StoreGauges } from '../../../src/platform/metrics/family.ts';
import { RequestCounts } from '../../../src/platform/metrics/request-counts.ts';

export type ExposedSources = Parameters<typeof exposition>[0];

export const GAUGES: StoreGauges = {
  reversalsDue: 3,
  reversalAlerts: 2,
  openResults: 1,
  processes: 4,
  notificationsDue: 6,
  notificationsSince: 1_000_000,
  receiptsDue: 5,
};

export function exposedSources(): ExposedSources {
  const lag = new EventLoopLag();
  lag.close();
  return {
    requests: new RequestCounts(),
    failedLogins: () => new Map([['busy', 12]]),
    connections: { open: () => 1, closedCounts: () => ({ full: 2 }) },
    policyReports: () => new Map([['script-src', 33]]),
    commits: new CommitCounts(),
    acquirers: new Map([
      [
        'default',
        {
          status: () => ({ isSignedOn: false, breaker: 'HALF_OPEN', inFlight: 7 }),
          counters: () => ({ contradictory: 1, garbled: 2, heldBack: 3, signOns: 4, timedOut: 5, unmatched: 6 }),
        },
      ],
      [
        'eu',
        {
          status: () => ({ isSignedOn: true, breaker: 'CLOSED', inFlight: 8 }),
          counters: () => ({ contradictory: 0, garbled: 0, heldBack: 0, signOns: 9, timedOut: 0, unmatched: 0 }),
        },
      ],
    ]),
    providers: () => new Map([['demoWallet', { unanswered: 21, heldBack: 22, merchantsDown: 23 }]]),
    rangeAges: () =>
      new Map([
        ['VISA', 90_500],
        ['JCB', undefined],
      ]),
    store: async () => GAUGES,
    storeCondition: () => 'WRITABLE',
    standby: {
      condition: 'READY',
      ageMs: 1_500,
      counts: { reads: { primary: 4, standby: 44 }, fallbacks: { CONFLICT: 3, FAILED: 2, LOST: 1 } },
    },
    alerts: () => new Map([['ORDER_LOCKED', 9]]),
    alertKinds: ['ORDER_LOCKED', 'RESULT_OPEN'],
    recovered: () => 8,
    invariantsBroken: () => 11,
    results: () => [{ type: 'PAYMENT', result: 'SUCCESS', count: 17 }],
    checkoutEvents: () => ({ CHECKOUT_TIMED_OUT: 3 }),
    notificationTries: () => ({ DELIVERED: 10, GIVEN_UP: 1 }),
    receiptTries: () => ({ SENT: 7, REFUSED: 2 }),
    staffMailTries: () => ({ SENT: 3 }),
    retentionRemoved: () => ({ SESSION: 4, CARD: 1 }),
    dataKeys: () => [
      { id: 5, purpose: 'SEAL', uses: 41, ageMs: 61_000 },
      { id: 2, purpose: 'HASH', uses: undefined, ageMs: 5_000 },
    ],
    dataKeyUsesMax: 1_073_741_824,
    keyServiceUp: () => false,
    audit: () => ({ entries: 31, headFailures: 32 }),
    declines: () => ({ ISSUER: 12, NEVER: 3 }),
    limitedAttempts: () => ({ CARD: 4 }),
    declineAlarms: () => ({ MERCHANT: 36, RANGE: 37 }),
    suspiciousPayments: () => ({ suspected: { ADDRESS: 34 }, ended: { SOLVED: 35 } }),
    clockStepMs: () => -1_500,
    certificateEnds: () => new Map([['TLS_CERT', 1_800_000_000_000]]),
    backedUpAt: () => 994_000,
    now: () => 1_030_000,
    spanCounts: () => ({ sent: 5, dropped: 6 }),
    lag,
    build: { build: '1.2.3+abc', node: 'v26.10.0' },
    process: () => ({ process: '7', host: 'pay-1', pid: '42', mode: 'live' }),
  };
}
