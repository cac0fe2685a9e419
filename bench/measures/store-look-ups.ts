/**
 * The store of a request, by its path and the directory in memory, without sockets: what the process's listener does
 * with merchants' calls and payers' addresses, and what it does with each request where there is no directory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openStores, type Stores } from '../../src/compose/stores/index.ts';
import type { StoredDirectory } from '../../src/core/ports/index.ts';
import type { Measured } from '../report/measured.ts';
import { fixed } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';

const MERCHANTS = 100_000;
const STORES = 1_000;
const LOOK_UPS = 200_000;
const ROUNDS = 9;
const US_MAX = 1;
/** Different texts for one way, as those of different requests. */
const URLS = 1_000;
const RANDOM = 'A'.repeat(24);
const SIGNATURE = 'A'.repeat(22);

/** Ways that end at the first store, so that the whole look-up is timed and no further store is needed. */
const WAYS = {
  "a merchant's call": (n: number) => `/api/rest/version/100/merchant/FIRST${n}/order/${n}/transaction/1`,
  "a payer's page": (n: number) => `/checkout/pay/SESSION${RANDOM.slice(6)}${100_000 + n}`,
  'a return from a provider': (n: number) => `/return/${(100_000 + n).toString(36)}-1-${SIGNATURE}`,
} as const;

export async function measureLookUps(): Promise<Measured> {
  const alone = await storesWith(undefined);
  const many = await storesWith(directoryContents());
  const rows = Object.entries(WAYS).map(([way, urlOf]) => {
    const requests = Array.from({ length: URLS }, (_, n) => ({ url: ownText(urlOf(n)) }) as IncomingMessage);
    const [bare, withoutUs, withUs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(timed(requests, (request, response, own) => own(request, response)));
      withoutUs.push(timed(requests, alone.divert));
      withUs.push(timed(requests, many.divert));
    }
    return { way, aloneUs: median(withoutUs) - median(bare), us: median(withUs) - median(bare) };
  });
  await Promise.all([alone.close(), many.close()]);
  return {
    name: 'store-look-ups',
    tables: [
      {
        title: `The store of a request; ${MERCHANTS.toLocaleString('en')} merchants in ${STORES.toLocaleString('en')} stores, medians of ${ROUNDS} rounds of ${LOOK_UPS.toLocaleString('en')}`,
        head: ['way', 'µs', 'without a directory'],
        rows: rows.map(({ way, aloneUs, us }) => [way, fixed(us, 3), fixed(aloneUs, 3)]),
        notes: ['Path and map together, beside a request that is passed on without a look-up.'],
      },
    ],
    marks: [
      {
        what: "look-up of a merchant's store",
        value: rounded(rows[0]?.us ?? Number.NaN, 3),
        unit: ' µs',
        atMost: US_MAX,
      },
    ],
    data: { rows },
  };
}

type Divert = Stores['divert'];

/** @returns microseconds of processor time for one request */
function timed(requests: readonly IncomingMessage[], divert: Divert): number {
  let passed = 0;
  const own = () => {
    passed += 1;
  };
  const response = {} as ServerResponse;
  // Processor time, which other work on the machine does not change.
  const before = process.cpuUsage();
  for (let index = 0; index < LOOK_UPS; index += 1) {
    divert(requests[index % URLS] as IncomingMessage, response, own);
  }
  const { user, system } = process.cpuUsage(before);
  const us = (user + system) / LOOK_UPS;
  if (passed !== LOOK_UPS) {
    throw new Error('A request was not passed to the first store.');
  }
  return us;
}

function storesWith(contents: Awaited<ReturnType<StoredDirectory['contents']>>): Promise<Stores> {
  const directory: StoredDirectory = { changes: async () => contents?.changes ?? 0, contents: async () => contents };
  // The look-up uses nothing else of the process.
  return openStores(
    { log: console } as unknown as Parameters<typeof openStores>[0],
    { store: { directory } } as unknown as Parameters<typeof openStores>[1],
  );
}

function directoryContents() {
  const merchants = new Map(Array.from({ length: MERCHANTS }, (_, n) => [`SHOP${n}`, 1 + (n % STORES)] as const));
  const stores = Array.from({ length: STORES }, (_, n) => ({
    number: n + 1,
    name: `store-${n + 1}`,
    sealedAddress: Buffer.alloc(0),
    woken: 0,
    closing: null,
  }));
  return { id: 'bench', changes: 1, stores, merchants };
}

/** A text of its own, as from a socket: not joined from parts. */
function ownText(text: string): string {
  return Buffer.from(text).toString('latin1');
}
