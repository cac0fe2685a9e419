/** `keys rotate`: one change of keys, beside running gateways. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HASH_KEYS_MAX, type KeyPurpose } from '../../gateway/ports/index.ts';
import {
  bringIntoUse,
  keyNeeds,
  type Resealed,
  ROWS_PER_SECOND,
  rehash,
  reseal,
  rewrap,
  untilNoneLacks,
  type Waiting,
} from '../../key-rotation/index.ts';
import { announced, announceKey, Vault } from '../../vault/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';

type Rotation = 'cookies' | 'data' | 'hash' | 'wrapping';

interface Wanted {
  readonly rotation: Rotation;
  readonly rowsPerSecond: number;
}

const ROTATIONS: Readonly<Record<Rotation, (call: CommandCall, wanted: Wanted) => Promise<CommandResult>>> = {
  wrapping: rotateWrapping,
  data: rotateData,
  hash: rotateHash,
  cookies: rotateCookies,
};

export async function rotateKeys(call: CommandCall): Promise<CommandResult> {
  const wanted = wantedOf(call);
  return ROTATIONS[wanted.rotation](call, wanted);
}

/** One at a time: each has another next step. */
function wantedOf({ args, usage }: CommandCall): Wanted {
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
    // Answered below with the usage, like every other wrong call.
  }
  throw new UsageError(usage);
}

const monotonic = () => performance.now();

function waiting({ store, progress }: CommandCall): Waiting {
  return { stored: store.dataKeys, processes: store.processes, progress, now: Date.now, monotonic, pause };
}

async function rotateWrapping(call: CommandCall): Promise<CommandResult> {
  const { store, settings, progress } = call;
  const [newest] = settings.keys;
  await untilNoneLacks(
    waiting(call),
    ({ keks }) => !keks.includes(newest.id),
    (lacking) => `the key ${newest.id} is not in TURNPIKE_KEYS of ${lacking}`,
    async () => false,
    'Restart it with the new key in front of the old one, and run this command again.',
  );
  const done = await rewrap(settings.keys, store.dataKeys, progress);
  return ended(
    `${done} keys were wrapped anew. All are wrapped under ${newest.id} now: it may stand alone in TURNPIKE_KEYS.`,
  );
}

async function rotateData(call: CommandCall, wanted: Wanted): Promise<CommandResult> {
  const { store, progress } = call;
  const vault = await changed(call, 'SEAL', async (keys, opened) => {
    const { sealed } = await keyNeeds(store.sealedRecords, opened);
    const newest = keys.findLast(({ purpose }) => purpose === 'SEAL');
    return keys.some(({ id, purpose }) => purpose === 'SEAL' && id !== newest?.id && sealed.has(id));
  });
  const began = monotonic();
  const result = await reseal({ vault, records: store.sealedRecords, pace: paceOf(wanted), progress });
  await retireUnneeded(call, vault);
  return report(result, `rows were sealed under the key ${vault.sealKeyId}`, began);
}

async function rotateHash(call: CommandCall, wanted: Wanted): Promise<CommandResult> {
  const { store, progress } = call;
  const vault = await changed(call, 'HASH', async (keys, opened) => {
    const { hashed } = await keyNeeds(store.sealedRecords, opened, 'TOKENS');
    const held = keys.filter(({ purpose, destroyedAt }) => purpose === 'HASH' && destroyedAt === null);
    const isLeft = held.slice(0, -1).some(({ id }) => hashed.has(id));
    if (!isLeft && held.length >= HASH_KEYS_MAX && announced(keys, 'HASH') === undefined) {
      throw new Error(`${HASH_KEYS_MAX} HASH keys are held: name the oldest to turnpike keys retire first.`);
    }
    return isLeft;
  });
  const began = monotonic();
  const result = await rehash({ vault, records: store.sealedRecords, pace: paceOf(wanted), progress });
  const next = 'A password is hashed anew when it is next used; turnpike keys status counts those that are left.';
  return report(result, `tokens were hashed by the key ${vault.hashKeyId}. ${next}`, began);
}

/** The keys of what browsers carry: what was sealed or signed before stays valid for its own time. */
async function rotateCookies(call: CommandCall): Promise<CommandResult> {
  await changed(call, 'COOKIE', async () => false);
  await changed(call, 'STATE', async () => false);
  return ended(
    'Cookies are sealed, and addresses signed, under new keys; those of before are valid for their own time. ' +
      "The cookie's key before this one can be retired in a day.",
  );
}

type Keys = Awaited<ReturnType<CommandCall['store']['dataKeys']['all']>>;

/**
 * A new key of the purpose, in use by all.
 * @param isCutOff whether one has been made already, and its rotation was cut off: then that one goes on
 */
async function changed(
  call: CommandCall,
  purpose: KeyPurpose,
  isCutOff: (keys: Keys, vault: Vault) => Promise<boolean>,
): Promise<Vault> {
  const { store, settings, progress } = call;
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const keys = await store.dataKeys.all();
  const known = announced(keys, purpose);
  if (known === undefined && (await isCutOff(keys, vault))) {
    progress('a rotation was cut off: it goes on');
    const newest = keys.findLast((key) => key.purpose === purpose);
    await bringIntoUse(waiting(call), newest?.id ?? 0);
  } else {
    const { id } = await announceKey(settings.keys[0], store.dataKeys, purpose, Date.now());
    progress(`key ${id} (${purpose}) is announced`);
    await bringIntoUse(waiting(call), id);
    progress(`key ${id} (${purpose}) is in use`);
  }
  await vault.refresh();
  return vault;
}

async function retireUnneeded({ store }: CommandCall, vault: Vault): Promise<void> {
  const keys = await store.dataKeys.all();
  const { sealed } = await keyNeeds(store.sealedRecords, vault);
  for (const { id, purpose, retiredAt } of keys) {
    if (purpose === 'SEAL' && id < vault.sealKeyId && !sealed.has(id) && retiredAt === null) {
      await store.dataKeys.retire(id, Date.now());
    }
  }
}

function paceOf({ rowsPerSecond }: Wanted) {
  return { rowsPerSecond, pause, monotonic };
}

function report({ rows, problems }: Resealed, what: string, began: number): CommandResult {
  const seconds = Math.max(1, Math.round((monotonic() - began) / 1_000));
  const text = [...problems, `${rows} ${what}, in ${seconds} s (${Math.round(rows / seconds)} rows/s).`].join('\n');
  return { text, exitCode: problems.length === 0 ? 0 : 1 };
}

function ended(text: string): CommandResult {
  return { text, exitCode: 0 };
}
