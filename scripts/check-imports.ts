/**
 * Checks the direction of imports inside `src/`, including imports of types. A folder with an index may be imported
 * only by its index, and files may not import each other in a cycle. The linter's own rules are not enough: they
 * compare the text of a specifier (`../index.ts` means another file in each folder), do not read `.astro` files, and
 * ignore cycles of types. Here a specifier is resolved first, so that one table is enough.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cyclesOf, type Graph } from './lib/cycles.ts';
import { importsOf } from './lib/imports.ts';

/** The imports that every record of the store may have. */
const STORED: readonly string[] = ['contract', 'core', 'adapters/store/engine', 'adapters/store/schema'];

/** The imports that every folder of the checkout may have. */
const CHECKOUT: readonly string[] = [
  'contract',
  'core',
  'platform/base62.ts',
  'platform/id-seal.ts',
  'platform/keyed-mutex.ts',
  'platform/limits',
  'platform/masked-bytes.ts',
  'platform/races.ts',
  'platform/sealed-cookie',
  'platform/store-ids.ts',
  'web/views',
];

/**
 * The imports allowed to each file, besides its own folder, as paths below `src/`. A folder includes its contents. The
 * longest key that matches a file applies. A file without a matching key is refused, so that a new folder gets its row.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  // `web/locales` has the messages of each language, in the format that translators' tools read.
  'web/text': ['web/locales'],
  core: ['contract'],
  // The parts of the core: the order and its transitions, requests, durable processing, background work, and on top of
  // them the operations.
  'core/order': ['contract', 'core/ports'],
  'core/ports': ['contract', 'core/merchant', 'core/order', 'core/risk', 'platform/store-ids.ts'],
  // Risk rules: pure functions of a payment's data.
  'core/risk': ['contract'],
  'core/merchant': ['contract', 'core/risk'],
  'core/cards': ['contract', 'core/merchant', 'core/ports'],
  'core/schedules': [],
  'core/request': ['contract', 'core/cards', 'core/order', 'core/ports'],
  'core/processing': [
    'contract',
    'core/cards',
    'core/gateway.ts',
    'core/merchant',
    'core/order',
    'core/ports',
    'core/risk',
    'core/schedules',
    'platform/races.ts',
  ],
  'core/workers': ['contract', 'core/order', 'core/ports', 'core/processing', 'core/schedules'],
  'core/recovery': [
    'contract',
    'core/gateway.ts',
    'core/order',
    'core/ports',
    'core/processing',
    'core/schedules',
    'core/workers',
    'platform/races.ts',
  ],
  // The index by which orders are found.
  'core/order-index': ['contract', 'core/order', 'core/ports', 'core/workers'],
  // Limits on the declined attempts of a card.
  'core/limits': ['contract', 'core/merchant', 'core/ports', 'core/workers'],
  'core/browser-payments': [
    'contract',
    'core/gateway.ts',
    'core/merchant',
    'core/order',
    'core/ports',
    'core/processing',
    'core/schedules',
    'core/workers',
    'platform/base62.ts',
    'platform/store-ids.ts',
  ],
  'core/operations': [
    'contract',
    'core/browser-payments',
    'core/cards',
    'core/gateway.ts',
    'core/limits',
    'core/merchant',
    'core/order',
    'core/ports',
    'core/processing',
    'core/request',
    'core/risk',
    'core/schedules',
    'core/workers',
    'platform/keyed-mutex.ts',
    'platform/limits',
    'platform/races.ts',
  ],
  // An authentication reads the same request fields as a payment. Payments use an authentication only through the
  // ports.
  'core/payer-authentication': [
    'contract',
    'core/cards',
    'core/gateway.ts',
    'core/merchant',
    'core/limits',
    'core/operations/fingerprint.ts',
    'core/operations/limited-attempt.ts',
    'core/operations/merged-values.ts',
    'core/operations/own-number.ts',
    'core/order',
    'core/ports',
    'core/processing',
    'core/request',
    'core/workers',
    'platform/limits',
    'platform/races.ts',
    'platform/store-ids.ts',
  ],
  'core/tokens': [
    'contract',
    'core/cards',
    'core/gateway.ts',
    'core/limits',
    'core/merchant',
    'core/operations',
    'core/order',
    'core/ports',
    'core/processing',
    'core/request',
  ],
  // The directory of stores.
  'core/directory': ['core/ports'],
  // Links that take payments.
  'core/links': [
    'contract',
    'core/merchant',
    'core/ports',
    'core/request',
    'platform/base62.ts',
    'platform/store-ids.ts',
  ],
  // The encryption of stored data, and the derivation of its keys.
  'platform/aes-gcm.ts': [],
  'adapters/vault': ['contract', 'core/ports', 'platform/aes-gcm.ts', 'platform/races.ts'],
  // The callers of key rotation pass the kinds of encrypted rows, so that it does not import their modules.
  'adapters/vault/rotation': ['contract', 'core', 'adapters/vault', 'platform/races.ts'],
  // A key service of the vault; its helper is a process of its own.
  'adapters/pkcs11': ['platform/module-sources.ts', 'adapters/vault'],
  'adapters/pkcs11/helper': ['adapters/pkcs11/messages.ts', 'adapters/pkcs11/uri.ts'],
  // The core declares most of the stored records, the checkout its sessions, and the notifications their outbox.
  'adapters/store': ['core/ports', 'platform/metrics'],
  'adapters/store/schema': [
    'core',
    'console',
    'platform/id-seal.ts',
    'back-office/logos',
    'back-office/settlement',
    'adapters/notifications',
  ],
  // The engines execute statements of any record.
  'adapters/store/engine': [
    'core/ports',
    'adapters/store/schema',
    'platform/build.ts',
    'platform/command-names.ts',
    'platform/database-hosts.ts',
    'platform/metrics',
    'platform/module-sources.ts',
    'platform/operator-advice.ts',
    'platform/private-files.ts',
    'platform/store-ids.ts',
  ],
  // Orders and their transactions, which most records belong to.
  'adapters/store/transactions': STORED,
  // A folder for each record. Records are separate, except where one commit or one search joins them.
  'adapters/store/agreements': STORED,
  'adapters/store/attempt-counts': STORED,
  'adapters/store/audit': [...STORED, 'back-office/audit'],
  'adapters/store/authentications': [...STORED, 'adapters/store/transactions'],
  'adapters/store/browser-payments': [...STORED, 'adapters/store/disputes', 'adapters/store/transactions'],
  // An event of a checkout commits with its notification.
  'adapters/store/checkout-events': [...STORED, 'adapters/store/notifications', 'adapters/store/transactions'],
  'adapters/store/console': [...STORED, 'console', 'adapters/store/staff-mails'],
  // Mails to people of the console, in a queue like that of receipts.
  'adapters/store/staff-mails': [
    ...STORED,
    'console',
    'adapters/store/disputes',
    'adapters/store/notifications',
    'adapters/store/receipts',
  ],
  'adapters/store/data-keys': STORED,
  'adapters/store/merchants': [...STORED, 'back-office/logos', 'console', 'platform/store-ids.ts'],
  'adapters/store/device-tokens': STORED,
  'adapters/store/directory': STORED,
  'adapters/store/disputes': STORED,
  'adapters/store/due-work': STORED,
  'adapters/store/installation': STORED,
  'adapters/store/links': STORED,
  // The move of a merchant removes its orders from the index of the store that it leaves.
  'adapters/store/moving': [
    ...STORED,
    'adapters/store/disputes',
    'adapters/store/order-index',
    'adapters/store/transactions',
    'platform/id-seal.ts',
  ],
  'adapters/store/notifications': [...STORED, 'adapters/notifications'],
  // The index of orders, made from their records.
  'adapters/store/order-index': [...STORED, 'adapters/store/disputes', 'adapters/store/transactions'],
  'adapters/store/processes': STORED,
  // The reads that go to a standby.
  'adapters/store/standby': STORED,
  'adapters/store/receipts': STORED,
  'adapters/store/reconciliation': [...STORED, 'adapters/store/transactions', 'platform/metrics'],
  'adapters/store/refund-requests': [...STORED, 'adapters/store/transactions'],
  'adapters/store/restoration': [...STORED, 'adapters/store/transactions'],
  'adapters/store/reversals': [...STORED, 'adapters/store/transactions'],
  'adapters/store/risk': [...STORED, 'adapters/store/transactions'],
  'adapters/store/saved-cards': [...STORED, 'adapters/store/tokens'],
  // A re-sealed address of a store counts as a change of the directory.
  'adapters/store/sealed-records': [...STORED, 'adapters/store/directory', 'adapters/store/merchants'],
  'adapters/store/sessions': [...STORED, 'adapters/store/checkout-events', 'checkout', 'platform/id-seal.ts'],
  'adapters/store/tokens': [...STORED, 'adapters/store/reversals', 'adapters/store/transactions'],
  // The commits that begin and complete an operation, with every record that they write.
  'adapters/store/orders': [
    ...STORED,
    'adapters/store/agreements',
    'adapters/store/authentications',
    'adapters/store/browser-payments',
    'adapters/store/device-tokens',
    'adapters/store/links',
    'adapters/store/notifications',
    'adapters/store/receipts',
    'adapters/store/refund-requests',
    'adapters/store/reversals',
    'adapters/store/risk',
    'adapters/store/transactions',
  ],
  'adapters/store/alerts': [
    ...STORED,
    'adapters/store/authentications',
    'adapters/store/browser-payments',
    'adapters/store/reconciliation',
    'adapters/store/refund-requests',
    'adapters/store/transactions',
  ],
  'adapters/store/settlement': [
    ...STORED,
    'adapters/store/disputes',
    'adapters/store/orders',
    'adapters/store/reconciliation',
    'back-office/settlement',
  ],
  'adapters/store/archive': [...STORED, 'adapters/store/transactions'],
  'adapters/store/retention': [
    ...STORED,
    'adapters/notifications',
    'adapters/store/archive',
    'adapters/store/authentications',
    'adapters/store/checkout-events',
    'adapters/store/orders',
    'adapters/store/saved-cards',
    'adapters/store/transactions',
    'back-office/retention',
  ],
  'adapters/store/erasure': [
    ...STORED,
    'adapters/store/archive',
    'adapters/store/authentications',
    'adapters/store/checkout-events',
    'adapters/store/order-index',
    'adapters/store/orders',
    'adapters/store/receipts',
    'adapters/store/retention',
    'adapters/store/transactions',
    'back-office/retention',
  ],
  // Deletion of records after their retention period.
  'back-office/retention': ['contract', 'core'],
  // The move of a merchant, which works on two open stores and their vaults.
  'back-office/moving': ['contract', 'core', 'adapters/store', 'adapters/vault', 'adapters/vault/rotation'],
  'platform/bounded-answer.ts': [],
  // Tokens in forms, and sealed cookies.
  'platform/masked-bytes.ts': [],
  'platform/sealed-cookie': [],
  'platform/qr-pictures.ts': [],
  // The number of a store in row keys and in ids.
  'platform/store-ids.ts': ['platform/base62.ts'],
  'platform/build.ts': [],
  'platform/command-names.ts': ['platform/build.ts'],
  'platform/operator-advice.ts': [],
  'platform/bundle.ts': [],
  'platform/source-map.ts': [],
  'platform/source-positions.ts': ['platform/bundle.ts', 'platform/source-map.ts'],
  'web/built-file.ts': ['platform/bundle.ts'],
  // The expected scripts of payers' pages, and the differences of a live page.
  'back-office/page-integrity': ['platform/bounded-answer.ts'],
  // The audit trail, as a chain of hashes.
  'back-office/audit': ['contract', 'core', 'platform/limits'],
  // Payout reports, matched against orders.
  'back-office/settlement': ['contract', 'core'],
  'back-office/settlement/readers': ['contract', 'back-office/settlement/entry.ts'],
  // A logo from an operator, validated and rewritten.
  'back-office/logos': [],
  // The operator's artwork, validated like a logo.
  'back-office/marks': ['back-office/logos'],
  // Counters that any code increments, and their export to Prometheus.
  'platform/metrics': [],
  // Acquirers and providers share the client of JSON over HTTP.
  'adapters/acquirers': ['contract', 'core/ports', 'adapters/http-json.ts', 'platform/tls-ciphers.ts'],
  'adapters/notifications': ['contract', 'core', 'platform/tracing'],
  // Adapters of browser-payment providers, which implement a port of the core.
  'adapters/providers': [
    'contract',
    'core/ports',
    'adapters/http-json.ts',
    'platform/keyed-mutex.ts',
    'platform/tls-ciphers.ts',
  ],
  // Readers of wallets' tokens, and the call that identifies a merchant to Apple, which implement ports of the core.
  'adapters/wallets': ['contract', 'core/ports', 'adapters/http-json.ts', 'platform/tls-ciphers.ts'],
  // The 3DS Server, which implements a port of the core. Its messages are independent of the transport.
  'adapters/three-ds-server': ['contract', 'core/ports', 'platform/store-ids.ts', 'platform/tls-ciphers.ts'],
  'adapters/three-ds-server/messages': ['contract'],
  // The modules that packages with providers may import.
  'adapters/provider-packages.ts': ['contract', 'core/ports', 'adapters/http-json.ts', 'adapters/providers'],
  // The client of JSON over HTTP, for providers and for acquirers with such an interface.
  'adapters/http-json.ts': ['contract', 'core/ports', 'platform/tracing'],
  // Hashes of session ids, and encryption under them.
  'platform/id-seal.ts': ['platform/aes-gcm.ts'],
  checkout: CHECKOUT,
  // The folders of the checkout, from the stored session up to the pages.
  'checkout/session': CHECKOUT,
  'checkout/payer': [...CHECKOUT, 'checkout/session'],
  'checkout/receipt': [...CHECKOUT, 'checkout/session'],
  'checkout/status': [...CHECKOUT, 'checkout/session', 'checkout/payer', 'checkout/receipt'],
  // Notifies merchants of checkouts that ended without a payment.
  'checkout/events': [...CHECKOUT, 'checkout/session', 'checkout/receipt', 'checkout/status'],
  'checkout/return': [...CHECKOUT, 'checkout/session', 'checkout/payer', 'checkout/receipt', 'checkout/status'],
  // Links that take payments: their page, and the payments that each of their orders takes.
  'checkout/links': [...CHECKOUT, 'checkout/session', 'checkout/payer', 'checkout/receipt', 'checkout/status'],
  'checkout/pay': [
    ...CHECKOUT,
    'checkout/session',
    'checkout/payer',
    'checkout/receipt',
    'checkout/status',
    'checkout/links',
    'checkout/return',
  ],
  'checkout/pages': [
    ...CHECKOUT,
    'checkout/session',
    'checkout/payer',
    'checkout/receipt',
    'checkout/status',
    'checkout/return',
    'checkout/links',
    'checkout/pay',
  ],
  // A mailed receipt has the contents and the texts of the receipt's page.
  'adapters/receipts': [
    'contract',
    'core',
    'web/views',
    'web/text',
    'platform/tls-ciphers.ts',
    'web/components/branding.ts',
    'web/components/money',
    'web/components/instrument-name.ts',
    'web/components/provider-names.ts',
    'web/components/order',
    'web/components/policies',
    'web/components/receipt',
  ],
  // Mails to people of the console have the words of its pages.
  'adapters/staff-mails': [
    'contract',
    'adapters/receipts',
    'web/views',
    'web/text',
    'web/components/console',
    'web/components/order',
  ],
  // Rate limits for unauthenticated clients, in memory of a fixed size.
  'platform/limits': [],
  'api/rest': ['contract', 'core', 'checkout', 'platform/limits'],
  // The types of each page's data.
  'web/views': ['contract'],
  // The documentation that is generated from the contract.
  'api/reference': ['contract', 'web/views/docs'],
  // The HTTP server of the interface, of the payer's pages and of the reference, in six rooms.
  'http/logging': ['contract', 'platform/limits', 'platform/logged-error.ts'],
  // Limits of connections, and the addresses and certificates of clients.
  'http/connections': ['contract', 'platform/limits', 'platform/pem.ts', 'platform/tls-ciphers.ts', 'http/logging'],
  // The table of routes.
  'http/routing': ['contract', 'checkout', 'console', 'adapters/three-ds-server', 'platform/store-ids.ts'],
  'http/listener': ['contract', 'platform/tracing', 'http/logging', 'http/connections', 'http/routing'],
  // Pages and files as answers.
  'http/answers': [
    'contract',
    'checkout',
    'web/rendering',
    'web/views',
    'http/logging',
    'http/connections',
    'http/routing',
  ],
  // The handlers of the routes.
  'http/endpoints': [
    'contract',
    'core/browser-payments',
    'core/payer-authentication',
    'checkout',
    'console',
    'api/rest',
    'api/reference',
    'back-office/audit',
    'back-office/logos',
    'platform/limits',
    'platform/qr-pictures.ts',
    'web/rendering',
    'web/views',
    'platform/supervision.ts',
    'http/logging',
    'http/connections',
    'http/routing',
    'http/listener',
    'http/answers',
  ],
  http: [],
  'platform/keyed-mutex.ts': [],
  // Retries a change of a row that another process has changed meanwhile.
  'platform/races.ts': [],
  // The sources of threads and child processes, read when this process started.
  'platform/module-sources.ts': [],
  'adapters/steady-clock.ts': ['core/ports'],
  // The certificates in a PEM text.
  'platform/pem.ts': [],
  // The hosts in a database's URL.
  'platform/database-hosts.ts': [],
  // A setting is validated by the module that defines its subject.
  settings: [
    'contract',
    'platform/aes-gcm.ts',
    'platform/database-hosts.ts',
    'platform/pem.ts',
    'platform/store-ids.ts',
    'adapters/vault',
    'adapters/acquirers/index.ts',
    'adapters/three-ds-server/index.ts',
    'adapters/openid',
    'adapters/pkcs11',
    'adapters/receipts/index.ts',
    'adapters/wallets/index.ts',
    'platform/x509',
  ],
  // Makes the sandbox's certificates, in the gateway or the sandbox, whichever starts first.
  'platform/x509': [],
  // Runs before any package is loaded.
  // Gateway processes and their supervisor share the messages between them.
  'platform/supervision.ts': [],
  // The end of the process that started this one.
  'platform/orphaned.ts': [],
  'start/serve': [
    'platform/build.ts',
    'platform/credentials.ts',
    'platform/operator-advice.ts',
    'platform/orphaned.ts',
    'platform/private-files.ts',
    'platform/process-log.ts',
    'platform/supervision.ts',
    'start/node-options.mjs',
  ],
  start: [
    'contract',
    'settings/sandbox',
    'platform/command-names.ts',
    'platform/operator-advice.ts',
    'platform/orphaned.ts',
    'platform/pem.ts',
    'platform/private-files.ts',
  ],
  'platform/private-files.ts': [],
  // Settings in files, for every entry point.
  'platform/credentials.ts': [],
  'platform/tls-ciphers.ts': [],
  // The lines of the log.
  'platform/logged-error.ts': [],
  'platform/process-log.ts': ['platform/logged-error.ts', 'platform/tracing'],
  // Traces of requests.
  'platform/tracing': [],
  // The console of merchants' staff and operators.
  console: [
    'back-office/logos',
    'back-office/settlement',
    'contract',
    'core',
    'checkout',
    'platform/limits',
    'platform/masked-bytes.ts',
    'platform/sealed-cookie',
    'platform/store-ids.ts',
    'web/views',
  ],
  'adapters/openid': ['contract', 'console'],
  // Operator commands use the store directly, beside a running gateway.
  cli: [
    'adapters/receipts',
    'platform/aes-gcm.ts',
    'platform/build.ts',
    'platform/bounded-answer.ts',
    'platform/command-names.ts',
    'platform/operator-advice.ts',
    'platform/orphaned.ts',
    'platform/qr-pictures.ts',
    'platform/store-ids.ts',
    'adapters/acquirers',
    'back-office/audit',
    'checkout',
    'console',
    'contract',
    'core',
    'back-office/logos',
    'back-office/marks',
    'adapters/notifications',
    'back-office/page-integrity',
    'adapters/three-ds-server',
    'adapters/providers',
    'api/rest',
    'back-office/moving',
    'back-office/retention',
    'settings',
    'back-office/settlement',
    'adapters/store',
    'adapters/vault',
    'world',
  ],
  // The sandbox does not share the gateway's code, since it would share its mistakes.
  'sandbox/pages': [],
  'sandbox/description': ['sandbox/kit'],
  // The parts that every simulator has: clock and commits, ledger, faults, notifications, HTTP.
  'sandbox/kit': ['contract', 'sandbox/pages'],
  'sandbox/acquirer': ['contract', 'adapters/acquirers/iso8583/message', 'sandbox/kit'],
  'sandbox/mail': ['sandbox/kit', 'sandbox/pages'],
  'sandbox/open-banking': ['sandbox/description', 'sandbox/kit', 'sandbox/pages', 'settings/sandbox', 'platform/x509'],
  'sandbox/paypal': [
    'contract',
    'sandbox/description',
    'sandbox/kit',
    'sandbox/pages',
    'settings/sandbox',
    'platform/x509',
  ],
  'sandbox/pix': ['sandbox/description', 'sandbox/kit', 'sandbox/pages'],
  'sandbox/providers': ['contract', 'sandbox/kit', 'sandbox/pages'],
  'sandbox/receiver': ['contract', 'sandbox/kit', 'sandbox/pages'],
  'sandbox/shop': ['contract', 'sandbox/pages'],
  'sandbox/three-ds': [
    'contract',
    'sandbox/description',
    'sandbox/kit',
    'sandbox/pages',
    'settings/sandbox',
    'platform/x509',
  ],
  'sandbox/wallets': ['contract', 'sandbox/kit', 'sandbox/pages', 'settings/sandbox', 'platform/x509'],
  // Starts the simulators, and serves them on one port.
  'sandbox/process': ['sandbox', 'settings/sandbox', 'platform/orphaned.ts', 'platform/private-files.ts'],
  // A gateway and its sandbox in one thread, for shops' tests.
  world: [
    'adapters/notifications',
    'adapters/steady-clock.ts',
    'compose',
    'contract',
    'sandbox/process',
    'settings',
    'web/built-file.ts',
    'web/rendering',
  ],
  // Packages of providers contribute names that the demo shop shows. The sandbox does not use their adapters.
  'sandbox/main.ts': [
    'platform/bundle.ts',
    'platform/operator-advice.ts',
    'platform/credentials.ts',
    'platform/source-positions.ts',
    'sandbox/process',
    'adapters/providers/packages',
  ],
  'web/styles': [],
  'web/away': ['web/text'],
  // Runs in a thread that loads no other code of the gateway.
  // The renderer inserts values as the components would write them.
  'web/rendering': [
    'web/built-file.ts',
    'web/views',
    'web/text',
    'web/components/big-amount.ts',
    'web/components/ending',
    'web/components/order',
    'platform/deflate',
    'platform/module-sources.ts',
    'platform/source-positions.ts',
  ],
  'platform/deflate': [],
  'web/components': ['web/text', 'contract', 'web/views', 'web/styles', 'platform/qr-pictures.ts'],
  'web/layouts': ['web/text', 'contract', 'web/views', 'web/styles', 'web/components'],
  'web/pages': ['web/text', 'contract', 'web/views', 'web/styles', 'web/components', 'web/layouts'],
  // These scripts run in merchants' pages, and use the gateway only over HTTP.
  'browser-scripts': [],
  // The gateway's frame in a merchant's page, which validates input by the rules of the payment page.
  'browser-scripts/field': [
    'contract/card-rules.ts',
    'web/components/card-form/typing.ts',
    'browser-scripts/hosted-fields',
  ],
  'browser-scripts/session': ['browser-scripts/hosted-fields', 'browser-scripts/own-tag.ts'],
  'web/env.d.ts': ['web/views'],
};

/** Every folder may import these. */
const EVERYWHERE: readonly string[] = ['contract/durations.ts'];

/** Modules that assemble the parts. They may import all code except the sandbox, which is a separate process. */
const ROOTS = ['server.ts', 'compose', 'start/main.ts', 'cli/main.ts'];
const UNSEEN = 'sandbox';

/**
 * Folders with an index. Code outside such a folder may import only its `index.ts`, which therefore lists everything
 * that is used elsewhere. An inner folder can have its own index: adapters import the core's ports alone. Tests and
 * benches may import any file. `contract/` and `web/text/` are not in the list, so that one table of fields or one
 * language can be loaded alone.
 */
export const DOORS: readonly string[] = [
  'adapters/acquirers',
  'adapters/acquirers/iso8583',
  'adapters/acquirers/iso8583/message',
  'back-office/audit',
  'checkout',
  'checkout/return',
  'console',
  'contract/providers',
  'core',
  'core/browser-payments',
  'core/directory',
  'core/payer-authentication',
  'core/ports',
  'core/risk',
  'http',
  'platform/limits',
  'back-office/logos',
  'platform/metrics',
  'platform/tracing',
  'adapters/notifications',
  'back-office/page-integrity',
  'web/rendering',
  'adapters/three-ds-server',
  'adapters/providers',
  // These folders have their own index, so that code that loads packages or tests an adapter does not load the
  // providers.
  'adapters/providers/conformance',
  'adapters/providers/packages',
  'adapters/receipts',
  'api/rest',
  'back-office/retention',
  'settings',
  'settings/sandbox',
  'back-office/settlement',
  'adapters/store',
  'adapters/vault',
  'adapters/vault/rotation',
  'adapters/wallets',
  'web/views',
  'web/views/console',
  'web/views/docs',
  'platform/x509',
];

/** Modules that import files outside `src/` by computed specifiers, which cannot be checked here. */
const MAY_COMPUTE: readonly string[] = [
  // The built pages.
  'web/rendering/page-worker.ts',
  // The packages and files in the operator's settings.
  'adapters/providers/packages/import-package.ts',
  // The bundle of an installed release.
  'start/turnpike.mjs',
];

/**
 * The folders of the checkout that a package imports besides its own, by the package's folder. A package without a row
 * imports its own files alone.
 */
export const PACKAGES_MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // Its build copies the bundle of a world and the built pages.
  sandbox: ['scripts'],
};

/** @param file below `packages/` @param source the file's text @returns one sentence for each violation */
export function packageViolations(file: string, source: string): string[] {
  const [name = ''] = file.split('/');
  const allowed = [`packages/${name}`, ...(PACKAGES_MAY_IMPORT[name] ?? [])];
  return importsOf(source, file)
    .relative.map((specifier) => posix.join('packages', posix.dirname(file), specifier))
    .filter((target) => !allowed.some((one) => within(target, one)))
    .map((target) => `packages/${file} imports ${target}: it may import ${allowed.join(', ')}`);
}

/**
 * @param file below `src/`, with forward slashes @param source the file's text @returns one sentence for each violation
 */
export function violations(file: string, source: string): string[] {
  const { relative, hasComputed } = importsOf(source, file);
  const unseen = hasComputed && !MAY_COMPUTE.includes(file);
  const computed = unseen ? [`src/${file} imports an address that it computes: name it in MAY_COMPUTE`] : [];
  const refused = relative
    .map((specifier) => posix.join(posix.dirname(file), specifier))
    .flatMap((target) => {
      const why = refusal(file, target);
      return why === undefined ? [] : [`src/${file} imports src/${target}: ${why}`];
    });
  return [...computed, ...refused];
}

function refusal(file: string, target: string): string | undefined {
  if (target.startsWith('../')) {
    return 'src/ imports nothing outside itself';
  }
  const passed = DOORS.findLast((folder) => within(target, folder) && !within(file, folder));
  if (passed !== undefined && target !== `${passed}/index.ts`) {
    return `${passed} is entered by its index.ts alone`;
  }
  const key = Object.keys(MAY_IMPORT)
    .filter((one) => within(file, one))
    .sort((a, b) => b.length - a.length)[0];
  const root = ROOTS.find((one) => within(file, one));
  if (root !== undefined && root.length >= (key?.length ?? 0)) {
    return within(target, UNSEEN) ? `nothing outside ${UNSEEN}/ imports it` : undefined;
  }
  if (key === undefined) {
    return `no row for ${file} in scripts/check-imports.ts says what it may import`;
  }
  const allowed = MAY_IMPORT[key] ?? [];
  if ([key, ...EVERYWHERE, ...allowed].some((one) => within(target, one))) {
    return undefined;
  }
  return `${key} may import ${allowed.length === 0 ? 'nothing but itself' : allowed.join(', ')}`;
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** The relative specifiers of all imports. Imports in comments are examples, and are not included. */
export function relativeImports(source: string): readonly string[] {
  return importsOf(source, 'a.ts').relative;
}

/** @param sources the source texts by file below `src/` @returns one sentence for each cycle of files */
export function cycleViolations(sources: ReadonlyMap<string, string>): string[] {
  const graph: Graph = new Map(
    [...sources].map(([file, source]) => [
      file,
      importsOf(source, file).relative.map((specifier) => posix.join(posix.dirname(file), specifier)),
    ]),
  );
  return cyclesOf(graph).map((files) => `These files of src/ import each other in a cycle: ${files.join(', ')}`);
}

/** @returns the texts of the modules below a folder, by their paths there */
function modulesIn(folder: string): Map<string, string> {
  const path = fileURLToPath(new URL(`../${folder}/`, import.meta.url));
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|tsx|astro|js|mjs)$/.test(file));
  return new Map(files.map((file) => [file, readFileSync(path + file, 'utf8')]));
}

function main(): void {
  const sources = modulesIn('src');
  const problems = [
    ...[...sources].flatMap(([file, source]) => violations(file, source)),
    ...[...modulesIn('packages')].flatMap(([file, source]) => packageViolations(file, source)),
  ];
  for (const problem of [...problems, ...cycleViolations(sources)]) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  main();
}
