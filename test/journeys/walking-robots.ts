/** The robots of a test file: what they found, and that their visits changed nothing. */
import { existsSync } from 'node:fs';
import { rowsOfFile } from '../support/database.ts';
import type { Stack } from '../support/stack.ts';
import { Robot, VISITS_OF_MAILED } from './robot.ts';

/** The data of payments: orders, sessions with their versions and forms, links, timelines, mails. */
const STORED = [
  'SELECT key, state FROM payment_order ORDER BY key',
  'SELECT transaction_key, outcome FROM transaction_outcome ORDER BY transaction_key',
  'SELECT key, version, fields, form, update_status FROM session ORDER BY key',
  'SELECT key, taken FROM payment_link ORDER BY key',
  'SELECT key, state, attempt FROM link_order ORDER BY key',
  'SELECT transaction_key, kind, outcome, first_at FROM browser_payment_event ORDER BY transaction_key, kind, outcome',
  'SELECT transaction_key FROM receipt_mail ORDER BY transaction_key',
];
const LEDGER = ['SELECT id, kind, amount, state FROM movement ORDER BY id'];

/** A worker, such as one that queries a provider, may change the data beside the robots. */
const TRIES = 3;

/**
 * After the last journey the robots visit every address again, while nobody pays. During the journeys, their own
 * assertions find a robot's change.
 *
 * @throws Error if an answer was a fault of the server, or the visits changed data
 */
export async function endRobots(robots: readonly Robot[], stack: Stack): Promise<void> {
  await Promise.all(robots.map((robot) => robot.rest()));
  const changed = robots.length === 0 ? [] : await changedByVisits(robots, stack);
  const problems = [...robots.flatMap(({ failures }) => failures), ...changed];
  if (problems.length > 0) {
    throw new Error(`Robots found faults: ${problems.join(', ')}`);
  }
}

async function changedByVisits(robots: readonly Robot[], stack: Stack): Promise<string[]> {
  let changed: string[] = [];
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = dataOf(stack);
    await Promise.all(robots.map((robot) => robot.return()));
    const after = dataOf(stack);
    changed = Object.keys(before).filter((query) => before[query] !== after[query]);
    if (changed.length === 0) {
      break;
    }
  }
  return changed;
}

/**
 * Visits each address of the gateway in a mail's text as often as scanners, readers and archives do, while nobody pays.
 *
 * @returns the number of answers
 * @throws Error if there is no address, an answer was a fault of the server, or the visits changed data
 */
export async function visitMailed(text: string, stack: Stack): Promise<number> {
  const addresses = text.match(/https?:\/\/\S+/g)?.filter((address) => address.startsWith(stack.origin)) ?? [];
  const robot = new Robot(stack.origin, VISITS_OF_MAILED);
  const before = dataOf(stack);
  for (const address of addresses) {
    await robot.visit(address);
  }
  const after = dataOf(stack);
  const changed = Object.keys(before).filter((query) => before[query] !== after[query]);
  const problems = [...robot.failures, ...changed];
  if (addresses.length === 0 || problems.length > 0) {
    throw new Error(`Robots visited ${addresses.length} addresses of a mail, with faults: ${problems.join(', ')}`);
  }
  return robot.visits;
}

/** Empty on PostgreSQL: the journeys run on the embedded engine. */
function dataOf({ storeFile, ledgerFile }: Stack): Record<string, string> {
  const files = [
    [storeFile, STORED],
    [ledgerFile, LEDGER],
  ] as const;
  return Object.fromEntries(
    files
      .filter(([file]) => existsSync(file))
      .flatMap(([file, queries]) => queries.map((query) => [query, JSON.stringify(rowsOfFile(file, query))])),
  );
}
