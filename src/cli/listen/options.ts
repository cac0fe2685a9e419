/** The options of `listen`. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type NamedById, UsageError } from '../command.ts';
import { NOTIFICATION_ID } from '../notification-commands.ts';
import type { DisorderOptions } from './disorder.ts';

const SEEDS = 2 ** 31;
const COUNT = /^[1-9]\d{0,6}$/;
const SEED = /^\d{1,10}$/;
const SHARE = /^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/;
/** A notification has the merchant's secret, so it is forwarded on this machine only. */
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface ListenOptions extends DisorderOptions {
  /** Absent: notifications are only printed. */
  readonly to: URL | undefined;
  readonly merchant: string | undefined;
  readonly order: string | undefined;
  /** `transaction.type`, such as PAYMENT. */
  readonly type: string | undefined;
  /** The id of a notification to forward once, before the command ends. */
  readonly replay: string | undefined;
  /** The number of notifications after which the command ends. Absent: it runs until it is stopped. */
  readonly count: number | undefined;
}

/** @throws UsageError */
export function readListenOptions(args: readonly string[], usage: string): ListenOptions {
  const values = valuesOf(args, usage);
  const { to, drop = '0', double = '0', seed, count } = values;
  const target = to === undefined ? undefined : URL.parse(to);
  if (target === null || (target !== undefined && !/^https?:$/.test(target.protocol))) {
    throw new UsageError(usage);
  }
  if (target !== undefined && !THIS_MACHINE.has(target.hostname)) {
    throw new UsageError(`--to takes an address of this machine, such as http://localhost:3000/hook.`);
  }
  const isValid =
    SHARE.test(drop) && SHARE.test(double) && COUNT.test(count ?? '1') && (seed === undefined || SEED.test(seed));
  if (!isValid) {
    throw new UsageError(usage);
  }
  return {
    to: target,
    merchant: values.merchant,
    order: values.order,
    type: values.type?.toUpperCase(),
    replay: values.replay,
    drop: Number(drop),
    double: Number(double),
    isShuffled: values.shuffle ?? false,
    seed: seed === undefined ? randomInt(SEEDS) : Number(seed),
    count: count === undefined ? undefined : Number(count),
  };
}

/** The merchant of `--merchant`: the directory has its store. */
export const listenedMerchants = (args: readonly string[]): readonly string[] => optionIn(args, '--merchant');

/** The notification of `--replay`, likewise. */
export const REPLAYED_ID: NamedById = {
  madeIn: (args) => NOTIFICATION_ID.madeIn(optionIn(args, '--replay')),
  isIn: (store, settings, args) => NOTIFICATION_ID.isIn(store, settings, optionIn(args, '--replay')),
};

/** The value of an option, if it has one. The command itself refuses a wrong call. */
function optionIn(args: readonly string[], option: string): readonly string[] {
  const at = args.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = args[at];
  const value = word === option ? args[at + 1] : word?.slice(option.length + 1);
  return value === undefined ? [] : [value];
}

function valuesOf(args: readonly string[], usage: string) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...{ to: text, merchant: text, order: text, type: text, replay: text },
        ...{ drop: text, double: text, seed: text, count: text },
        shuffle: { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new UsageError(usage);
  }
}
