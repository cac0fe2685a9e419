import { totalmem } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Journeys start processes and a browser; on a busy two-core machine a cold browser alone has taken ten seconds. */
const TEST_MS_MAX = 60_000;

/** Usually within milliseconds; on a busy machine it has taken more than ten seconds. */
const POLL_MS = 25;
const POLL_MS_MAX = 30_000;

/** A worker, its browser and its cached processes take up to 2.5 GB. */
const FOUR_WORKERS_BYTES = 12 * 2 ** 30;

/**
 * Tests that use the store: they run on PostgreSQL as well. `test/support/database-place.ts` provides their databases.
 */
const ON_BOTH_ENGINES = [
  'test/adapters/store/{agreements,alerts,archive,attempt-counts,authentications,browser-payments,checkout-events,directory,disputes,due-work,links,order-index,orders,processes,receipts,retention,risk,saved-cards,sessions,settlement,tokens}/*.test.ts',
  'test/adapters/store/engine/{engine,health,row-changes,store-number}.test.ts',
  'test/adapters/store/engine/postgres/*.test.ts',
  'test/back-office/audit/*.test.ts',
  'test/compose/{stores,sleeping-stores,store-address}.test.ts',
  'test/browser-payments/{callback,crashes,open-banking/accepted,pix/later-no,races,reconciler,return-state}.test.ts',
  'test/checkout/pay/{authentication/restart,authentication/session-extension,confirmation-link,customer-cards,end-checkout}.test.ts',
  'test/checkout/pay/challenge-queue/*.test.ts',
  'test/checkout/links/links.test.ts',
  'test/console/{certificate-settings,disputes,enrolment,moving,notifications,order-search,orders,payer-help,payouts,sign-in,stores,views}.test.ts',
  'test/console/mails/{alarms,receiver-alarms,report-worker,stores}.test.ts',
  'test/core/{payer-authentication,tokens}/*.test.ts',
  'test/cli/{find-command,limit-commands,merchant-password,merchant-set,payment-commands,reconcile-ledger,restored-in-flight,restored-repeats,restored-voids,retention-command,review-commands,review-try,settlement,settlement-kill}.test.ts',
  'test/back-office/retention/{archive,archive-killed,authentication-under-way,links,retention,retention-worker,erase,killed,stored-places}.test.ts',
  'test/cli/audit/*.test.ts',
  'test/cli/record/record.test.ts',
  'test/adapters/vault/rotation/*.test.ts',
  'test/back-office/moving/*.test.ts',
  'test/back-office/settlement/bank-lines.test.ts',
  'test/model/stored-orders.test.ts',
  'test/adapters/notifications/{dispatcher,outage}.test.ts',
  'test/clients/server-{reads-tokens,receives-notifications}.test.ts',
  'test/api/rest/{notification-routes,repeats,tokens,wallets}.test.ts',
  'test/api/rest/operations/*.test.ts',
  'test/api/rest/payer-authentication/{by-session,operations}.test.ts',
  'test/packages/webhooks/postgres-store.test.ts',
  'test/faults/*.test.ts',
];
/** This test searches all files of the server: other tests' data would be searched as well, for minutes. */
const ON_A_SERVER_OF_ITS_OWN = 'test/adapters/vault/erased.test.ts';
/** Tests of a single engine. */
const ON_POSTGRES = [
  'test/adapters/store/engine/postgres/*.test.ts',
  'test/packages/webhooks/postgres-store.test.ts',
  'test/checkout/pay/challenge-queue/processes.test.ts',
  'test/faults/{away-page,behind-proxy,database-failover,database-loss,database-restart,paused-processes,rolling-restart,rolling-upgrade,serve,standby-reads}.test.ts',
];
const ON_SQLITE = ['test/faults/{door,proxy-headers,shutdown}.test.ts'];

/**
 * Real processes that are killed, disconnected and stopped, for minutes: `npm run test:all` and `npm run test:faults`.
 */
const FAULTS = 'test/faults/*.test.ts';

/**
 * Tests that multiply (every language, width, provider), kills and other browsers: `npm run test:all`. A quick file
 * beside each has one test of each kind.
 */
const AT_LENGTH = 'test/**/*-at-length.test.{ts,tsx}';

/**
 * Tests that use the acquirer independently of its protocol: they also run with the acquirer of
 * `docs/guide/acquirers.md` in place of ISO 8583's.
 */
const ON_BOTH_ACQUIRERS = [
  'test/cli/reconcile-ledger.test.ts',
  'test/http/connections/closing.test.ts',
  'test/api/rest/{no-answer,repeats,token-verification}.test.ts',
  'test/api/rest/operations/{at-once,gateway-codes,life,silence}.test.ts',
];
const FAULTS_ON_BOTH_ACQUIRERS = [
  'test/faults/{acquirer-gone,acquirer-restart,dead-holder,kill,lost-reply,races,repeats,shutdown}.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'embedded',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...ON_POSTGRES, FAULTS, AT_LENGTH],
          provide: { postgresUrl: null, acquirer: 'iso8583' },
        },
      },
      {
        extends: true,
        test: {
          name: 'at-length',
          include: [AT_LENGTH],
          exclude: [...ON_POSTGRES, FAULTS],
          provide: { postgresUrl: null, acquirer: 'iso8583' },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: [FAULTS],
          exclude: ON_POSTGRES,
          provide: { postgresUrl: null, acquirer: 'iso8583' },
        },
      },
      {
        extends: true,
        test: {
          name: 'second-acquirer',
          include: ON_BOTH_ACQUIRERS,
          provide: { postgresUrl: null, acquirer: 'village' },
        },
      },
      {
        extends: true,
        test: {
          name: 'second-acquirer-faults',
          include: FAULTS_ON_BOTH_ACQUIRERS,
          provide: { postgresUrl: null, acquirer: 'village' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_BOTH_ENGINES,
          exclude: ON_SQLITE,
          globalSetup: ['test/support/postgres-setup.ts'],
          provide: { acquirer: 'iso8583' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-alone',
          include: [ON_A_SERVER_OF_ITS_OWN],
          globalSetup: ['test/support/postgres-setup.ts'],
          provide: { acquirer: 'iso8583' },
        },
      },
    ],
    environment: 'node',
    setupFiles: ['test/support/processor-time.ts', 'test/support/patient-waits.ts'],
    // Single tests, as `AT_LENGTH` has whole files: `test/support/at-length.ts`.
    tags: [{ name: 'at-length', description: 'npm test leaves it out, and npm run test:all runs it' }],
    // Processes rather than threads, because tests start servers, handle signals and load SQLite's native module.
    pool: 'forks',
    // Tests wait for half of their time, so four workers keep two cores busy.
    maxWorkers: totalmem() < FOUR_WORKERS_BYTES ? 3 : 4,
    // Modules, and a worker's cached resources (`test/support/kept.ts`), serve all files that run in it.
    isolate: false,
    // Concurrent journeys overlap their waits, and share two cores: with more of them, a page that is shown for one
    // second is missed.
    maxConcurrency: 2,
    testTimeout: TEST_MS_MAX,
    expect: { poll: { interval: POLL_MS, timeout: POLL_MS_MAX } },
    hookTimeout: TEST_MS_MAX,
  },
});
