/**
 * `doctor [MERCHANT] [--store NAME] [--go-live] [--json]`: checks the gateway's settings, its store and a merchant's
 * profile, and reports whether each is well, doubtful, or will fail; or ticks the checklist before real payments. It is
 * read-only, so it can run with or without a running gateway.
 */
import { parseArgs } from 'node:util';
import { deliveryRule, nameServers } from '../../adapters/notifications/index.ts';
import type { Store } from '../../adapters/store/index.ts';
import { readSettings, type Settings } from '../../settings/index.ts';
import { type CommandResult, type LoneCall, ofMerchant, UsageError } from '../command.ts';
import { type CheckLine, fails, findingsReport } from '../finding.ts';
import { type GoLiveLine, goLiveLines, goLiveReport } from '../go-live/go-live.ts';
import { printable } from '../printable.ts';
import { type OpenedCall, openCalled, takeStoreOption } from '../stores/called-store.ts';
import { ALL_STORES, storeNames } from '../stores/each-store.ts';
import type { DoctorSubject, NetworkAccess } from './doctor-subject.ts';
import { examine } from './examine.ts';
import { errorText, GATEWAY_CHECKS } from './gateway-checks.ts';
import { MERCHANT_CHECKS } from './merchant-checks.ts';
import { STORE_CHECKS } from './store-checks.ts';

const HTTPS_PORT = 443;
const ANSWER_MS_MAX = 5_000;

/** @param outside overrides of the network, for tests */
export async function doctor(
  { env, args, usage }: Pick<LoneCall, 'args' | 'env' | 'usage'>,
  outside: Partial<NetworkAccess> = {},
): Promise<CommandResult> {
  const { name, args: others } = takeStoreOption(args, usage);
  const { merchantId, isJson, isGoLive } = readArguments(others, usage);
  const about = { merchantId, storeName: name };
  if (name === ALL_STORES && (isGoLive || merchantId !== undefined)) {
    throw new UsageError('The checklist, and the checks of a merchant, are about one store.');
  }
  if (isGoLive) {
    return goLiveReport(await goLive(env, about, outside), isJson, merchantId ?? null);
  }
  const lines = await report(env, about, outside);
  return findingsReport(lines, isJson, { merchant: merchantId ?? null });
}

interface DoctorArguments {
  readonly merchantId: string | undefined;
  readonly isJson: boolean;
  readonly isGoLive: boolean;
}

function readArguments(args: readonly string[], usage: string): DoctorArguments {
  try {
    const options = { json: { type: 'boolean' }, 'go-live': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    if (positionals.length <= 1) {
      return {
        merchantId: positionals[0],
        isJson: values.json === true,
        isGoLive: values['go-live'] === true,
      };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** The store is that of `--store`, or of the merchant, or the first. */
interface DoctorCall {
  readonly merchantId: string | undefined;
  readonly storeName: string | undefined;
}

async function report(
  env: NodeJS.ProcessEnv,
  { merchantId, storeName }: DoctorCall,
  outside: Partial<NetworkAccess>,
): Promise<CheckLine[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [{ check: 'settings', ...fails(errorText(error), 'correct it: the gateway does not start') }];
  }
  const examined = subjectOf(settings, outside);
  try {
    const lines = await Promise.all([
      examine(GATEWAY_CHECKS, examined),
      storeName === ALL_STORES
        ? linesOfAll(settings, examined)
        : withStore(settings, { merchantId, storeName }, (opened) =>
            storeLines({ ...examined, ...opened }, merchantId),
          ),
    ]);
    return lines.flat();
  } finally {
    await Promise.all(settings.keys.map((key) => key.close()));
  }
}

function subjectOf(settings: Settings, outside: Partial<NetworkAccess>): DoctorSubject {
  return {
    settings,
    now: Date.now(),
    outside: {
      resolve: nameServers(),
      allowsNotification: deliveryRule(settings.notificationLoopbackPorts),
      httpsPort: HTTPS_PORT,
      answerMsMax: ANSWER_MS_MAX,
      ...outside,
    },
  };
}

/** Settings that cannot be read, or a store that does not open, is the only missing item: the others depend on it. */
async function goLive(
  env: NodeJS.ProcessEnv,
  { merchantId, storeName }: DoctorCall,
  outside: Partial<NetworkAccess>,
): Promise<GoLiveLine[]> {
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    const remedy = 'correct it: the gateway does not start';
    return [{ section: 'The settings', number: 1, state: 'MISSING', says: errorText(error), remedy }];
  }
  let opened: OpenedCall | undefined;
  try {
    opened = await openForDoctor(settings, { merchantId, storeName });
    const { store } = opened;
    const merchants = merchantId === undefined ? await store.merchants.list() : [await merchantOf(store, merchantId)];
    const isNamed = merchantId !== undefined;
    return await goLiveLines({ ...subjectOf(opened.settings, outside), env, store, merchants, isNamed });
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    const remedy = 'correct it, and call this again';
    return [{ section: 'The merchants', number: 1, state: 'MISSING', says: errorText(error), remedy }];
  } finally {
    await opened?.close();
    await Promise.all(settings.keys.map((key) => key.close()));
  }
}

async function merchantOf(store: Store, id: string) {
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(id)}.`);
  }
  return merchant;
}

async function storeLines(
  examined: Parameters<(typeof STORE_CHECKS)[number]['run']>[0],
  merchantId: string | undefined,
): Promise<CheckLine[]> {
  const lines = await examine(STORE_CHECKS, examined);
  if (merchantId === undefined) {
    return lines;
  }
  const merchant = await merchantOf(examined.store, merchantId);
  return [...lines, ...(await examine(MERCHANT_CHECKS, { ...examined, merchant }))];
}

/** Reports a store that cannot be opened as a finding, since the other findings are still useful. */
async function withStore(
  settings: Settings,
  call: DoctorCall,
  look: (opened: Pick<OpenedCall, 'settings' | 'store'>) => Promise<CheckLine[]>,
): Promise<CheckLine[]> {
  let opened: OpenedCall;
  try {
    opened = await openForDoctor(settings, call);
  } catch (error) {
    if (error instanceof UsageError) {
      throw error;
    }
    return [{ check: 'store', ...fails(errorText(error), 'nothing of merchants can be looked at until it opens') }];
  }
  try {
    return await look({ settings: opened.settings, store: opened.store });
  } finally {
    await opened.close();
  }
}

function openForDoctor(settings: Settings, { merchantId, storeName }: DoctorCall): Promise<OpenedCall> {
  const args = merchantId === undefined ? [] : [merchantId];
  const options = { owner: false, schema: 'REQUIRE', isReader: true } as const;
  return openCalled(settings, { merchantsIn: ofMerchant }, { name: storeName, args }, options);
}

/** The checks of each store, with its name before that of the check. */
async function linesOfAll(settings: Settings, examined: DoctorSubject): Promise<CheckLine[]> {
  const lines: CheckLine[] = [];
  for (const storeName of await storeNames(settings)) {
    const call = { merchantId: undefined, storeName };
    const ofStore = await withStore(settings, call, (opened) =>
      storeLines({ ...examined, ...opened }, undefined),
    ).catch((error: unknown) => [{ check: 'store', ...fails(errorText(error), 'see: turnpike store list') }]);
    lines.push(...ofStore.map((line) => ({ ...line, check: `${storeName}: ${line.check}` })));
  }
  return lines;
}
