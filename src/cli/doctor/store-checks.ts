/** Checks of the data that all merchants share. */
import { statSync } from 'node:fs';
import { openAll, Vault } from '../../adapters/vault/index.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { ALERT_RULES } from '../../core/index.ts';
import { KEY_PURPOSES } from '../../core/ports/index.ts';
import { KEYS_LEFT_LOW } from '../../platform/store-ids.ts';
import { wrongMode } from '../../settings/index.ts';
import { type CheckFinding, doubtful, fails, well } from '../finding.ts';
import { processName } from '../keys/status.ts';
import { missingLedgers } from '../restore/ledgers.ts';
import type { Check, ExaminedStore } from './doctor-subject.ts';
import { keyFindings } from './key-findings.ts';

export const STORE_CHECKS: readonly Check<ExaminedStore>[] = [
  { name: 'store', run: answers },
  { name: 'store mode', run: storeMode },
  { name: 'store pages', run: pages },
  { name: 'standby', run: standby },
  { name: 'restore', run: restore },
  { name: 'processes', run: processes },
  { name: 'results', run: results },
  { name: 'data keys', run: dataKeys },
];

/** Needs no check of the schema, which was checked when the store was opened. */
async function answers({ store, settings }: ExaminedStore): Promise<CheckFinding[]> {
  const { databaseUrl, databaseSchema } = settings;
  const place = databaseSchema === undefined ? '' : `, schema ${JSON.stringify(databaseSchema)},`;
  const engine = databaseUrl.startsWith('sqlite:') ? 'SQLite' : `PostgreSQL${place}`;
  return [
    (await store.answers())
      ? well(`${engine} answers, and has the newest schema.`)
      : fails(`${engine} does not answer.`, 'look at its own log'),
    ...(store.number === 0 ? [] : [well(`It is store ${store.number}.`)]),
    ...(store.keysLeft() < KEYS_LEFT_LOW
      ? [doubtful(`It has ${store.keysLeft()} row keys left.`, 'serve new merchants from another store')]
      : []),
    ...(store.later.length > 0 ? [doubtful('A later version has extended the database.', 'upgrade again')] : []),
  ];
}

/** A database that no gateway has used has no mode yet. */
async function storeMode({ store, settings }: ExaminedStore): Promise<CheckFinding[]> {
  const mode = settings.testMode ?? 'live';
  const recorded = (await store.installation.mode()) ?? mode;
  return recorded === mode ? [] : [fails(wrongMode(recorded, mode), 'correct it: the gateway does not start')];
}

/** The largest file to read. A larger file takes longer than the time limit of a check. */
const READ_BYTES_MAX = 2_000_000_000;

async function pages({ store, settings: { databaseUrl } }: ExaminedStore): Promise<CheckFinding[]> {
  const [, file] = /^sqlite:(.+)$/.exec(databaseUrl) ?? [];
  if (file === undefined) {
    return [];
  }
  if (statSync(file).size > READ_BYTES_MAX) {
    return [doubtful('The database is too large to be read here.', `run: sqlite3 ${file} "pragma quick_check"`)];
  }
  const damage = await store.damage();
  return [
    damage === undefined
      ? well('The pages of the database are sound.')
      : fails(`The database is damaged: ${damage}`, 'stop the gateway and restore a backup: docs/operating/backup.md'),
  ];
}

const STANDBY_REMEDIES = {
  AWAY: 'start it, and look at its own log',
  FOREIGN: 'correct DATABASE_READ_URL, or DATABASE_SCHEMA',
  LATE: 'look at its replication: select * from pg_stat_wal_receiver',
  OLDER: 'wait until it has replayed them',
} as const;

/** Lists are read from the primary while it cannot be used, so that nothing fails. */
async function standby({ store }: ExaminedStore): Promise<CheckFinding[]> {
  if (store.standby === undefined) {
    return [];
  }
  const { condition, cause, behindMs } = await store.standby.examine();
  if (condition !== 'READY') {
    return [doubtful(`The standby of DATABASE_READ_URL cannot be used: ${cause}.`, STANDBY_REMEDIES[condition])];
  }
  return [
    well(
      behindMs === undefined
        ? 'It has this store. Its age is not known, because no gateway runs.'
        : `It has this store, and had the newest heartbeats after ${behindMs} ms.`,
    ),
  ];
}

async function restore({ store, settings }: ExaminedStore): Promise<CheckFinding[]> {
  const state = await store.restoration.state();
  if (state === undefined) {
    return [];
  }
  const missing = await missingLedgers(store, settings);
  const since = new Date(state.since).toISOString();
  return [
    fails(
      `The store was restored at ${since} and is closed: merchants and payers get 503.`,
      missing.length === 0
        ? 'turnpike restored --open'
        : `compare it with the ledger of ${missing.join(', ')}: turnpike reconcile --ledger FILE.json --adopt`,
    ),
  ];
}

async function processes({ store }: ExaminedStore): Promise<CheckFinding[]> {
  const live = await store.dataKeys.holders();
  const builds = new Set(live.map(({ build }) => build));
  return [
    ...live.map((one) => well(`${processName(one)}.`)),
    ...(builds.size > 1
      ? [doubtful(`The processes are of ${builds.size} builds.`, 'end the upgrade: docs/operating/upgrade.md')]
      : []),
  ];
}

/** Maximum number of missing results to count: a higher count would not change the remedy. */
const RESULTS_MAX = 1_000;

async function results({ store, now }: ExaminedStore): Promise<CheckFinding[]> {
  const alerts = await store.alerts.list(now, RESULTS_MAX);
  const { length } = alerts.filter(({ kind }) => kind === 'RESULT_MISSING');
  return length === 0
    ? []
    : [doubtful(`Payments without a result after a week: ${length}.`, ALERT_RULES.RESULT_MISSING.remedy)];
}

/** Opens the vault only if there is a key, because opening it would otherwise make the first one. */
async function dataKeys({ store, settings, now }: ExaminedStore): Promise<CheckFinding[]> {
  const keys = (await store.dataKeys.all()).filter(({ destroyedAt }) => destroyedAt === null);
  const [oldest] = keys;
  if (oldest === undefined) {
    return (await store.dataKeys.areNeeded())
      ? [fails('The table data_key is empty, and card data is stored.', 'restore it from a backup')]
      : [doubtful('There is none yet.', 'start the gateway once: it makes the first')];
  }
  const failed = await openAll(settings.keys).then(
    () => undefined,
    (error: Error) => error,
  );
  if (failed !== undefined) {
    return [fails(failed.message, 'mend that: a gateway does not start, and one that runs goes on')];
  }
  const known = new Set(settings.keys.map(({ id }) => id));
  const lacking = keys.find(({ kek }) => !known.has(kek));
  if (lacking !== undefined) {
    return [fails(`TURNPIKE_KEYS lacks the key ${lacking.kek}, under which card data is stored.`, 'add it again')];
  }
  if (KEY_PURPOSES.some((purpose) => !keys.some((key) => key.purpose === purpose))) {
    return [doubtful('An older version made them.', 'start the gateway once: it makes those that are missing')];
  }
  await Vault.open(settings.keys, store.dataKeys);
  const days = Math.floor((now - oldest.createdAt) / DAY_MS);
  return [
    well(`${keys.length}, opened by TURNPIKE_KEYS, the oldest ${days} days old.`),
    ...settings.keys.flatMap(({ id, where }) =>
      where === undefined ? [] : [well(`${id} is ${where}, which answers.`)],
    ),
    ...keyFindings(keys, settings.keys[0].id, now),
  ];
}
