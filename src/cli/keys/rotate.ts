/** `keys rotate`: rotates one kind of key, while gateways are running. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { announceKey, openAll, Vault } from '../../adapters/vault/index.ts';
import {
  type BringIntoUseParts,
  bringIntoUse,
  type Pace,
  type ResealParts,
  type ResealReport,
  ROWS_PER_SECOND,
  rehash,
  reseal,
  rewrap,
  untilNoneLacks,
} from '../../adapters/vault/rotation/index.ts';
import { HASH_KEYS_MAX, type KeyPurpose, type WrappedDataKey } from '../../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { ROW_KINDS } from './row-kinds.ts';

type Rotation = 'cookies' | 'data' | 'hash' | 'wrapping';

interface RotationRequest {
  readonly rotation: Rotation;
  readonly rowsPerSecond: number;
}

const ROTATIONS: Readonly<Record<Rotation, (call: CommandCall, wanted: RotationRequest) => Promise<CommandResult>>> = {
  wrapping: rotateWrapping,
  data: rotateData,
  hash: rotateHash,
  cookies: rotateCookies,
};

export async function rotateKeys(call: CommandCall): Promise<CommandResult> {
  const wanted = rotationRequestOf(call);
  return ROTATIONS[wanted.rotation](call, wanted);
}

/** Accepts one kind of rotation in a call, since each kind has different next steps. */
function rotationRequestOf({ args, usage }: CommandCall): RotationRequest {
  try {
    const flag = { type: 'boolean' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: { wrapping: flag, data: flag, hash: flag, cookies: flag, rate: { type: 'string' } },
    });
    const { rate = `${ROWS_PER_SECOND}`, ...flags } = values;
    const [rotation, ...more] = Object.keys(flags) as Rotation[];
    if (rotation !== undefined && more.length === 0 && /^[1-9]\d{0,6}$/.test(rate)) {
      return { rotation, rowsPerSecond: Number(rate) };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

const monotonic = () => performance.now();

function bringIntoUseParts({ store, progress }: CommandCall): BringIntoUseParts {
  return { stored: store.dataKeys, processes: store.processes, progress, now: Date.now, monotonic, pause };
}

async function rotateWrapping(call: CommandCall, wanted: RotationRequest): Promise<CommandResult> {
  const { store, settings, progress } = call;
  const [newest] = settings.keys;
  await openAll(settings.keys);
  await untilNoneLacks(
    bringIntoUseParts(call),
    ({ keks }) => !keks.includes(newest.id),
    (lacking) => `the key ${newest.id} is not in TURNPIKE_KEYS of ${lacking}`,
    async () => false,
    'Restart it with the new key in front of the old one, and run this command again.',
  );
  const done = await rewrap(settings.keys, store.dataKeys, { pace: paceOf(wanted), progress });
  return successResult(
    `${done} keys were wrapped anew. All are wrapped under ${newest.id} now: it may stand alone in TURNPIKE_KEYS.`,
  );
}

async function rotateData(call: CommandCall, wanted: RotationRequest): Promise<CommandResult> {
  const vault = await rotateKey(call, 'SEAL');
  const began = monotonic();
  const result = await reseal(partsOf(call, vault, wanted));
  await retireOlder(call, 'SEAL', vault.sealKeyId);
  return report(result, `rows were sealed under the key ${vault.sealKeyId}`, began);
}

async function rotateHash(call: CommandCall, wanted: RotationRequest): Promise<CommandResult> {
  const vault = await rotateKey(call, 'HASH');
  const began = monotonic();
  const result = await rehash(partsOf(call, vault, wanted));
  await retireOlder(call, 'HASH', vault.hashKeyId);
  const { text, exitCode } = report(
    result,
    `tokens and payers with saved cards were hashed by the key ${vault.hashKeyId}`,
    began,
  );
  const next = 'A password is hashed anew when it is next used; turnpike keys status counts those that are left.';
  return { text: `${text}\n${next}`, exitCode };
}

/**
 * Rotates the keys for cookies and signed addresses; values sealed or signed before stay valid for their lifetime. The
 * STATE key is announced first and comes into use last, so that an interrupted rotation can be distinguished from a new
 * one.
 */
async function rotateCookies(call: CommandCall): Promise<CommandResult> {
  const { store, settings, progress } = call;
  // Creates the first keys in a store of an older version.
  await Vault.open(settings.keys, store.dataKeys);
  const announce = (purpose: KeyPurpose) => announceKey(settings.keys[0], store.dataKeys, purpose, Date.now());
  const state = await announce('STATE');
  const known = (await store.dataKeys.all()).findLast(({ purpose }) => purpose === 'COOKIE');
  const cookie = known !== undefined && known.id > state.id ? known : await announce('COOKIE');
  for (const { id, purpose } of [cookie, state]) {
    await bringIntoUse(bringIntoUseParts(call), id);
    progress(`key ${id} (${purpose}) is in use`);
  }
  return successResult(
    'Cookies are sealed, and addresses signed, under new keys; those of before are valid for their own time. ' +
      "The cookie's key before this one can be retired in a day.",
  );
}

/** Brings a new key of the purpose into use in all processes, or the newest key if its rotation was interrupted. */
async function rotateKey(call: CommandCall, purpose: 'HASH' | 'SEAL'): Promise<Vault> {
  const { store, settings, progress } = call;
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const keys = (await store.dataKeys.all()).filter((key) => key.purpose === purpose && key.destroyedAt === null);
  const newest = keys.at(-1);
  if (newest !== undefined && isCutOff(keys)) {
    progress(`the change to key ${newest.id} (${purpose}) was cut off: it goes on`);
    await bringIntoUse(bringIntoUseParts(call), newest.id);
  } else {
    if (purpose === 'HASH' && keys.length >= HASH_KEYS_MAX) {
      throw new Error(`${HASH_KEYS_MAX} HASH keys are held: name the oldest to turnpike keys retire first.`);
    }
    const { id } = await announceKey(settings.keys[0], store.dataKeys, purpose, Date.now());
    progress(`key ${id} (${purpose}) is announced`);
    await bringIntoUse(bringIntoUseParts(call), id);
    progress(`key ${id} (${purpose}) is in use`);
  }
  await vault.refresh();
  return vault;
}

/** Whether the last rotation was interrupted: a complete one has retired all older keys. */
function isCutOff(keys: readonly WrappedDataKey[]): boolean {
  return keys.slice(0, -1).some(({ retiredAt }) => retiredAt === null);
}

async function retireOlder({ store }: CommandCall, retired: KeyPurpose, newest: number): Promise<void> {
  for (const { id, purpose, retiredAt } of await store.dataKeys.all()) {
    if (purpose === retired && id < newest && retiredAt === null) {
      await store.dataKeys.retire(id, Date.now());
    }
  }
}

function paceOf({ rowsPerSecond }: RotationRequest): Pace {
  return { rowsPerSecond, pause, monotonic };
}

function partsOf({ store, progress }: CommandCall, vault: Vault, wanted: RotationRequest): ResealParts {
  return { vault, records: store.sealedRecords, kinds: ROW_KINDS, pace: paceOf(wanted), progress };
}

function report({ rows, problems }: ResealReport, what: string, began: number): CommandResult {
  const seconds = Math.max(1, Math.round((monotonic() - began) / 1_000));
  const text = [...problems, `${rows} ${what}, in ${seconds} s (${Math.round(rows / seconds)} rows/s).`].join('\n');
  return { text, exitCode: problems.length === 0 ? 0 : 1 };
}

function successResult(text: string): CommandResult {
  return { text, exitCode: 0 };
}
