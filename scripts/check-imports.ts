/**
 * Checks the direction of imports inside `src/`.
 *
 * A rule of our own, because the linter's works on the text of a specifier (`../index.ts` means another file in each
 * folder) and does not read `.astro` files. Here a specifier is resolved first, so one table is enough. Imports of
 * types count: knowing a type is knowing. Folders with a door are entered by it alone.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsOf } from './lib/imports.ts';

/**
 * The allowed imports, besides a file's own folder: paths below `src/`; a folder includes its contents. The longest key
 * that matches a file applies. A file without a matching key is refused, so that a new folder gets its row.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  text: [],
  gateway: ['contract'],
  // Its rooms: what an order is and what a merchant may do, a request judged, an answer made durable, what goes on
  // without a request, and on top of them the operations.
  'gateway/order': ['contract', 'gateway/ports'],
  'gateway/ports': ['contract', 'gateway/merchant', 'gateway/order', 'gateway/risk'],
  // Rules over what is known of a payment: values in, verdict out.
  'gateway/risk': ['contract'],
  'gateway/merchant': ['contract', 'gateway/cards', 'gateway/ports', 'gateway/risk'],
  'gateway/cards': ['contract', 'gateway/merchant', 'gateway/ports'],
  'gateway/schedules': [],
  'gateway/request': ['contract', 'gateway/cards', 'gateway/order', 'gateway/ports'],
  'gateway/processing': [
    'contract',
    'gateway/cards',
    'gateway/gateway.ts',
    'gateway/merchant',
    'gateway/order',
    'gateway/ports',
    'gateway/risk',
    'gateway/schedules',
  ],
  'gateway/workers': ['contract', 'gateway/order', 'gateway/ports', 'gateway/processing', 'gateway/schedules'],
  'gateway/recovery': [
    'contract',
    'gateway/gateway.ts',
    'gateway/order',
    'gateway/ports',
    'gateway/processing',
    'gateway/schedules',
    'gateway/workers',
  ],
  // How often cards may be tried.
  'gateway/limits': ['contract', 'gateway/merchant', 'gateway/ports', 'gateway/workers'],
  'gateway/browser-payments': [
    'contract',
    'gateway/base62.ts',
    'gateway/gateway.ts',
    'gateway/merchant',
    'gateway/order',
    'gateway/ports',
    'gateway/processing',
    'gateway/schedules',
    'gateway/workers',
  ],
  'gateway/operations': [
    'contract',
    'gateway/browser-payments',
    'gateway/cards',
    'gateway/gateway.ts',
    'gateway/limits',
    'gateway/merchant',
    'gateway/order',
    'gateway/ports',
    'gateway/processing',
    'gateway/request',
    'gateway/risk',
    'gateway/schedules',
    'gateway/workers',
    'keyed-mutex.ts',
    'limits',
  ],
  // It reads its values as a payment does; payments know an authentication by the ports alone.
  'gateway/payer-authentication': [
    'contract',
    'gateway/cards',
    'gateway/gateway.ts',
    'gateway/merchant',
    'gateway/limits',
    'gateway/operations/fingerprint.ts',
    'gateway/operations/limited-attempt.ts',
    'gateway/operations/merged-values.ts',
    'gateway/operations/own-number.ts',
    'gateway/order',
    'gateway/ports',
    'gateway/processing',
    'gateway/request',
    'gateway/workers',
    'limits',
  ],
  'gateway/tokens': [
    'contract',
    'gateway/cards',
    'gateway/gateway.ts',
    'gateway/limits',
    'gateway/merchant',
    'gateway/operations',
    'gateway/order',
    'gateway/ports',
    'gateway/processing',
    'gateway/request',
  ],
  vault: ['contract', 'gateway/ports'],
  // A key service of the vault; its helper is a process of its own.
  pkcs11: ['module-sources.ts', 'vault'],
  'pkcs11/helper': ['pkcs11/messages.ts', 'pkcs11/uri.ts'],
  // Every kind of sealed row, whoever seals it.
  'key-rotation': ['contract', 'gateway', 'checkout', 'notifications', 'rest', 'vault'],
  // The gateway declares most of what is stored; the checkout its sessions, notifications their outbox.
  store: [
    'audit',
    'contract',
    'gateway',
    'checkout',
    'database-hosts.ts',
    'id-seal.ts',
    'logos',
    'metrics',
    'module-sources.ts',
    'notifications',
    'private-files.ts',
    'retention',
    'settlement',
  ],
  // What is kept no longer than needed.
  retention: ['contract', 'gateway'],
  // Payers' pages as they should be, and what a live one has otherwise.
  'bounded-answer.ts': [],
  'build.ts': [],
  'built.ts': [],
  'page-integrity': ['bounded-answer.ts'],
  // Who did what, as a chain of hashes.
  audit: ['contract', 'gateway', 'limits'],
  // Reports of what was paid out, matched against orders.
  settlement: ['contract', 'gateway'],
  'settlement/readers': ['contract', 'settlement/entry.ts'],
  // A picture that an operator was handed, judged and written anew.
  logos: [],
  // Plain counters, incremented anywhere, and their export to Prometheus.
  metrics: [],
  // The client of JSON over HTTP is for acquirers as it is for providers.
  acquirers: ['contract', 'gateway/ports', 'http-json.ts', 'tls-ciphers.ts'],
  notifications: ['contract', 'gateway'],
  // Adapters of browser-payment providers, behind a port of the gateway as the acquirer is.
  providers: ['contract', 'gateway/ports', 'http-json.ts', 'keyed-mutex.ts', 'tls-ciphers.ts'],
  // The sandbox's processes, whose secrets they know.
  'providers/stand-ins': [
    'contract',
    'gateway/ports',
    'providers/pix/psp-account.ts',
    'providers/stand-in.ts',
    'settings/sandbox',
  ],
  // A 3DS Server, behind a port of the gateway; its messages know no transport.
  'payer-authentication': ['contract', 'gateway/ports', 'tls-ciphers.ts'],
  'payer-authentication/messages': ['contract'],
  // What packages of providers import of this program.
  'provider-packages.ts': ['contract', 'gateway/ports', 'http-json.ts', 'providers'],
  // Calls by JSON over HTTP: of providers, and of acquirers that have such an interface.
  'http-json.ts': ['contract', 'gateway/ports'],
  // Hashes of sessions' ids, and texts under them.
  'id-seal.ts': ['vault'],
  checkout: ['contract', 'gateway', 'id-seal.ts', 'keyed-mutex.ts', 'limits', 'views'],
  // A receipt by mail says what the page says, in the page's words.
  receipts: [
    'contract',
    'gateway',
    'views',
    'text',
    'tls-ciphers.ts',
    'components/branding.ts',
    'components/money',
    'components/instrument-name.ts',
    'components/provider-names.ts',
    'components/order',
    'components/receipt',
  ],
  // How often strangers may cause something, in memory of a fixed size.
  limits: [],
  rest: ['contract', 'gateway', 'checkout', 'limits', 'notifications'],
  // What each page shows, as types alone.
  views: ['contract', 'docs/docs-page.ts'],
  // The contract for people and tools to read.
  docs: ['contract'],
  // The HTTP server of the interface, of the payer's pages and of the reference.
  http: [
    'audit',
    'contract',
    'gateway/browser-payments',
    'gateway/payer-authentication',
    'checkout',
    'limits',
    'logos',
    'page-rendering',
    'rest',
    'docs',
    'views',
    'routes.ts',
    'route-dependencies.ts',
    'tls-ciphers.ts',
  ],
  'keyed-mutex.ts': [],
  // The sources of threads and child processes, read when this process started.
  'module-sources.ts': [],
  'steady-clock.ts': ['gateway/ports'],
  // A setting is validated where what it names is defined.
  // The hosts in a database's address.
  'database-hosts.ts': [],
  settings: [
    'contract',
    'database-hosts.ts',
    'vault',
    'acquirers/index.ts',
    'payer-authentication/index.ts',
    'pkcs11',
    'receipts/index.ts',
    'x509',
  ],
  // The sandbox's certificates: made by whichever of the two processes starts first.
  x509: [],
  // It runs before any package is loaded.
  start: ['contract', 'settings/sandbox', 'private-files.ts'],
  'private-files.ts': [],
  'tls-ciphers.ts': [],
  // Operator commands use the store directly, beside a running gateway.
  cli: [
    'build.ts',
    'bounded-answer.ts',
    'acquirers',
    'audit',
    'checkout',
    'contract',
    'gateway',
    'key-rotation',
    'logos',
    'notifications',
    'page-integrity',
    'payer-authentication',
    'providers',
    'rest',
    'retention',
    'settings',
    'settlement',
    'store',
    'vault',
  ],
  // Other processes with other ledgers: a sandbox that shared the gateway's code would share its mistakes.
  sandbox: ['contract', 'acquirers/iso8583/message', 'settings/sandbox', 'private-files.ts', 'x509'],
  // Packages of providers bring names that the shop shows; it asks no adapter of them.
  'sandbox/main.ts': ['sandbox', 'providers/packages'],
  styles: [],
  // In a thread of its own, which loads nothing of the gateway.
  'page-rendering': ['built.ts', 'views', 'docs/docs-page.ts', 'module-sources.ts'],
  components: ['text', 'contract', 'views', 'docs/docs-page.ts', 'styles'],
  layouts: ['text', 'contract', 'views', 'docs/docs-page.ts', 'styles', 'components'],
  pages: ['text', 'contract', 'views', 'docs/docs-page.ts', 'styles', 'components', 'layouts'],
  // They run in merchants' pages, and know the gateway by its answers alone.
  'merchant-scripts': [],
  // A frame of the gateway's in such a page: it judges what is typed by the rules of the payment page.
  'merchant-scripts/field': [
    'contract/card-rules.ts',
    'components/card-form/typing.ts',
    'merchant-scripts/hosted-fields',
  ],
  'merchant-scripts/session': ['merchant-scripts/hosted-fields', 'merchant-scripts/own-tag.ts'],
  'env.d.ts': ['views'],
};

/** These assemble the parts. They import everything but the sandbox, which is a separate process. */
const ROOTS = ['server.ts', 'main.ts', 'compose', 'route-dependencies.ts', 'routes.ts', 'start.ts', 'cli.ts'];
const UNSEEN = 'sandbox';

/**
 * Folders with a door: code outside such a folder imports its `index.ts` and nothing else of it. So what others know of
 * the folder stands in one file. A door inside a folder with a door is one of its own: adapters know the gateway's
 * ports, and nothing else of it. Tests and benches may enter anywhere. `contract/`, `text/` and `docs/` have
 * none: who wants one table of fields, one language or one page is to load that alone.
 */
export const DOORS: readonly string[] = [
  'acquirers',
  'acquirers/iso8583',
  'acquirers/iso8583/message',
  'audit',
  'checkout',
  'checkout/return',
  'contract/providers',
  'gateway',
  'gateway/browser-payments',
  'gateway/payer-authentication',
  'gateway/ports',
  'gateway/risk',
  'http',
  'key-rotation',
  'limits',
  'logos',
  'metrics',
  'notifications',
  'page-integrity',
  'page-rendering',
  'payer-authentication',
  'providers',
  // Whoever loads packages or tries an adapter does that alone.
  'providers/conformance',
  'providers/packages',
  'receipts',
  'rest',
  'retention',
  'settings',
  'settings/sandbox',
  'settlement',
  'store',
  'vault',
  'views',
  'x509',
];

/** These import what lies outside the source, by a computed address that cannot be read from it. */
const MAY_COMPUTE: readonly string[] = [
  // The built pages.
  'page-rendering/page-worker.ts',
  // The packages and files that the operator names.
  'providers/packages/import-package.ts',
];

/** @param file below `src/`, with forward slashes @param source its text @returns one sentence for each violation */
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
  if (ROOTS.some((root) => within(file, root))) {
    return within(target, UNSEEN) ? `nothing outside ${UNSEEN}/ imports it` : undefined;
  }
  const key = Object.keys(MAY_IMPORT)
    .filter((one) => within(file, one))
    .sort((a, b) => b.length - a.length)[0];
  if (key === undefined) {
    return `no row for ${file} in scripts/check-imports.ts says what it may import`;
  }
  const allowed = MAY_IMPORT[key] ?? [];
  if ([key, ...allowed].some((one) => within(target, one))) {
    return undefined;
  }
  return `${key} may import ${allowed.length === 0 ? 'nothing but itself' : allowed.join(', ')}`;
}

function within(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Every form of import; those in comments are examples. */
export function relativeImports(source: string): readonly string[] {
  return importsOf(source, 'a.ts').relative;
}

function main(): void {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const problems = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|tsx|astro|js|mjs)$/.test(file))
    .flatMap((file) => violations(file, readFileSync(src + file, 'utf8')));
  for (const problem of problems) {
    process.stderr.write(`${problem}\n`);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
}

if (import.meta.main) {
  main();
}
