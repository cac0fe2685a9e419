/**
 * Valid requests of every operation, each with a mutation, against the whole gateway: no answer is a 5xx, none shows
 * internals, and a refused request changes no row. Two thousand by default; `TURNPIKE_MUTATIONS` sets the number, and
 * `TURNPIKE_MUTATIONS_SEED` repeats an earlier run.
 */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkedOrderId } from '../../src/core/payer-authentication/index.ts';
import { idHash } from '../../src/platform/id-seal.ts';
import { holdAnswer } from '../api/rest/held-answer.ts';
import { INNARDS, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { seededRandom } from '../support/random.ts';
import { type Answered, Connections } from './connections.ts';
import { type Sent, sentOf } from './draft.ts';
import { mutatedRequest } from './mutations.ts';
import { type Rows, rowsIn, unasked } from './rows.ts';
import type { Places } from './valid-requests.ts';

const link = { requestTimeoutMs: 400 };
const REQUESTS = Number(process.env.TURNPIKE_MUTATIONS || 2_000);
const { seed } = seededRandom(process.env.TURNPIKE_MUTATIONS_SEED);
const AT_ONCE = 32;
/** Requests between two checks of all rows. Each check reads all rows, so a long run checks less often. */
const LOOK_EVERY = Math.max(1_000, Math.ceil(REQUESTS / 50));
/** This many orders share a run of consecutive requests, so that each order gets some of them one after another. */
const ORDERS_AROUND = 64;
const REQUESTS_AN_ORDER = 8;
/** A request takes a millisecond; a busy machine takes ten. */
const TEST_MS_MAX = 60_000 + REQUESTS * 10;

let rig: Rig;
let connections: Connections;
beforeAll(async () => {
  rig = await startRig({}, 1, 'error', { link });
  await rig.merchant({ id: 'SUPPLIED', name: 'Own tokens', tokenGeneration: 'MERCHANT_SUPPLIED' });
  connections = new Connections(rig.app.port, AT_ONCE);
});
afterAll(async () => {
  connections.close();
  await rig.close();
});

/** The records before the first mutation: money in several states, sessions, tokens, of two merchants. */
async function furnished(): Promise<Places> {
  const orders = ['authorized', 'captured', 'verified', 'declined'];
  const kinds = ['AUTHORIZE', 'PAY', 'VERIFY', 'PAY'];
  for (const [index, order] of orders.entries()) {
    const more = order === 'declined' ? { transaction: { reference: '.FAIL_DECLINED' } } : {};
    await rig.api('PUT', `/order/${order}/transaction/1`, paying(kinds[index] ?? 'PAY', more));
  }
  const card = { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } };
  const sessions: string[] = [];
  const tokens: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    const { session } = (await rig.api('POST', '/session')).json;
    await rig.api('PUT', `/session/${session.id}`, card);
    sessions.push(session.id);
    tokens.push((await rig.api('POST', '/token', card)).json.token);
  }
  await rig.api('PUT', '/token/SUPPLIED1', card, { merchant: 'SUPPLIED' });
  return { orders, sessions, tokens: [...tokens, 'SUPPLIED1'] };
}

const CARD = { number: '5123450000000008', expiry: { month: '1', year: '39' } };

/** The nth request of the run. */
function requestAt(index: number, places: Places): Sent {
  const random = seededRandom(`${seed + index * 0x9e3779b1}`);
  const round = Math.floor(index / (ORDERS_AROUND * REQUESTS_AN_ORDER));
  const order = `order-${round}-${index % ORDERS_AROUND}`;
  return sentOf(mutatedRequest({ random, places, order, fresh: `fresh${index}` }));
}

/** The names of rows that an accepted request may have created or changed. */
function touchedBy({ path, body }: Sent, { text }: Answered): string[] {
  const [, , , , , , merchant = '', kind, id = ''] = path.split('?', 1)[0]!.split('/').map(decoded);
  const said = `${path} ${body?.toString('latin1')} ${text}`;
  const token = /"token":"(\w+)"/.exec(text)?.[1];
  return [
    ...(kind === 'order' ? [`order ${merchant} ${id}`] : []),
    ...(kind === '3DSecureId' ? [`order ${merchant} ${checkedOrderId(id)}`] : []),
    ...(kind === 'token' ? [`token ${merchant} ${id}`] : []),
    ...(token === undefined ? [] : [`token ${merchant} ${token}`]),
    ...[...said.matchAll(/SESSION[0-9A-Za-z]{24}/g)].map(([session]) => `session ${idHash(session)}`),
  ];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The sum of all results, for the one line that a run prints. */
class Verdict {
  readonly statuses = new Map<number, number>();
  readonly faults: string[] = [];
  /**
   * Rows of requests accepted since the last check, and those that the gateway may still change by itself, since the
   * result was open.
   */
  readonly touched = new Set<string>();
  readonly open = new Set<string>();
  looks = 0;

  take(sent: Sent, answer: Answered): void {
    const { status, text } = answer;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const fault = faultOf(sent, answer);
    if (fault !== undefined) {
      this.faults.push(`${fault}: ${describeRequest(sent)} -> ${status} ${text.slice(0, PRINTED_CHARACTERS_MAX)}`);
    }
    if (status >= 400) {
      return;
    }
    for (const name of touchedBy(sent, answer)) {
      this.touched.add(name);
      if (/"(PENDING|UNKNOWN)"/.test(text)) {
        this.open.add(name);
      }
    }
  }

  /** @returns the current rows */
  look(before: Rows): Rows {
    const after = rowsIn(rig.folder);
    const changed = unasked(
      before,
      after,
      (name) => this.touched.has(name) || this.open.has(name) || isOver(name, after),
    );
    this.faults.push(...changed.map((name) => `changed by nobody: ${name}`));
    this.touched.clear();
    this.looks += 1;
    return after;
  }

  of(from: number, below: number): number {
    return [...this.statuses].reduce(
      (sum, [status, count]) => (status >= from && status < below ? sum + count : sum),
      0,
    );
  }
}

/** A missing session has expired, in a run that takes longer than a session lives. */
function isOver(name: string, after: Rows): boolean {
  return name.startsWith('session ') && !after.has(name);
}

const describeRequest = ({ method, path, headers, body }: Sent) =>
  `${method} ${path} ${JSON.stringify(headers)} ${body?.toString('latin1').slice(0, PRINTED_CHARACTERS_MAX)}`;
const PRINTED_CHARACTERS_MAX = 2_000;

/** The problem of an answer by itself. */
function faultOf({ method, path, body }: Sent, { status, text }: Answered): string | undefined {
  if (status >= 500) {
    return 'a 5xx';
  }
  if (status < 200) {
    return 'no answer';
  }
  if (INNARDS.test(text)) {
    return 'innards';
  }
  if (text.includes(CARD.number) && !isElsewhere(CARD.number, body)) {
    return 'a card number';
  }
  if (method === 'HEAD') {
    return undefined;
  }
  if (status >= 400 && !/"cause":"(INVALID_REQUEST|REQUEST_REJECTED)"/.test(text)) {
    return 'a cause that is not the caller’s';
  }
  const [, , , , version = '', , , ...below] = path.split('/');
  try {
    holdAnswer({ method, path: `/${below.join('/')}`, body, version: Number(decoded(version)) }, status, text);
  } catch (error) {
    return String(error);
  }
  return undefined;
}

/** A mutation may have put a card number into a merchant's own text field, which answers show. */
function isElsewhere(number: string, body: Buffer | undefined): boolean {
  return body?.toString('latin1').replaceAll(`"number":"${number}"`, '').includes(number) === true;
}

it(`${REQUESTS} broken requests cause no fault`, { timeout: TEST_MS_MAX }, async () => {
  const rejections: unknown[] = [];
  const noteRejection = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', noteRejection);
  onTestFinished(() => void process.off('unhandledRejection', noteRejection));
  const places = await furnished();
  const verdict = new Verdict();
  let rows = rowsIn(rig.folder);
  for (let from = 0; from < REQUESTS; from += LOOK_EVERY) {
    let next = from;
    const end = Math.min(REQUESTS, from + LOOK_EVERY);
    const worker = async () => {
      while (next < end && verdict.faults.length < FAULTS_MAX) {
        const sent = requestAt(next++, places);
        verdict.take(sent, await connections.send(sent));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    rows = verdict.look(rows);
  }
  const statuses = [...verdict.statuses].sort(([one], [other]) => one - other);
  process.stdout.write(
    `mutations: seed ${seed}, ${REQUESTS} requests, ${statuses.map(([status, count]) => `${count} ${status}`).join(', ')}; ` +
      `${verdict.of(500, 600)} 5xx, ${rejections.length} unhandled rejections, ${verdict.faults.length} faults in all, all rows compared ${verdict.looks} times, ${rows.size} in the end\n`,
  );
  expect(verdict.faults.slice(0, FAULTS_PRINTED_MAX)).toEqual([]);
  expect(rejections).toEqual([]);
  expect(rig.logged.filter((line) => !isLateReversal(line))).toEqual([]);
  // Neither all refused nor all accepted: most are broken, and many are not.
  expect(verdict.of(400, 500)).toBeGreaterThan(REQUESTS / 3);
  expect(verdict.of(200, 300)).toBeGreaterThan(REQUESTS / 10);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

/** On a busy machine the acquirer's host may answer a reversal later than this link waits, six times in a row. */
const isLateReversal = (line: string) => JSON.parse(line).reversal !== undefined;

/** Further ones add no information. */
const FAULTS_MAX = 50;
const FAULTS_PRINTED_MAX = 5;
