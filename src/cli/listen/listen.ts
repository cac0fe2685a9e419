/**
 * `listen`: prints the notifications of a test gateway as they are stored, and forwards them to a server of this
 * machine. It only reads the store: the receiver of each notification gets its own, and any number of listeners get
 * all.
 */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Vault } from '../../adapters/vault/index.ts';
import { type NotificationView, notificationId, notificationKey } from '../../core/ports/index.ts';
import { onOrphaned } from '../../platform/orphaned.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { disorderOf } from './disorder.ts';
import { Forwarding } from './forwarding.ts';
import { type ListenOptions, readListenOptions } from './options.ts';

const POLL_MS = 500;
/** Notifications that are stored within this time come together, and may change their sequence. */
const TOGETHER_MS = 2_000;
/** The most notifications that are found in one poll. */
const READ_MAX = 1_000;

interface Found {
  readonly view: NotificationView;
  readonly body: string;
  readonly type: string;
  readonly status: string;
}

export async function listen({ store, settings, args, usage, progress }: CommandCall): Promise<CommandResult> {
  const options = readListenOptions(args, usage);
  if (settings.testMode === undefined) {
    throw new UsageError(
      'listen is for the sandbox and for staging: in live mode notifications are about real payers.',
    );
  }
  const { merchants, notifications } = store;
  if (options.merchant !== undefined && (await merchants.find(options.merchant)) === undefined) {
    throw new UsageError(`There is no merchant ${printable(options.merchant)}.`);
  }
  const forwarding = new Forwarding(store, await Vault.open(settings.keys, store.dataKeys));
  const deliver = async (found: Found, times: 0 | 1 | 2) => {
    const line = lineOf(found);
    if (options.to === undefined || times === 0) {
      progress(times === 0 ? `${line}\tdropped` : line);
      return;
    }
    for (let number = 1; number <= times; number += 1) {
      const answer = await forwarding.send(found.view, found.body, options.to, number);
      progress([line, ...(times === 2 ? ['doubled'] : []), answer].join('\t'));
    }
  };
  const read = async (view: NotificationView): Promise<Found | undefined> => {
    const body = await notifications.body(view.key);
    return body === null ? undefined : { view, body, ...factsOf(body) };
  };
  if (options.replay !== undefined) {
    const key = notificationKey(options.replay);
    const view = key === undefined ? undefined : await notifications.find(key);
    const found = view && (await read(view));
    if (found === undefined) {
      throw new UsageError(`There is no notification ${printable(options.replay)} with a body.`);
    }
    await deliver(found, 1);
    return { text: '', exitCode: 0 };
  }
  const decide = disorderOf(options);
  let left = options.count ?? Number.POSITIVE_INFINITY;
  const ended = new AbortController();
  void once(process, 'SIGINT', { signal: ended.signal }).then(
    () => ended.abort(),
    () => undefined,
  );
  onOrphaned(() => ended.abort());
  let known = keysOf(await notifications.newest(READ_MAX));
  progress(headingOf(options));
  while (left > 0 && !ended.signal.aborted) {
    await pause(options.isShuffled ? TOGETHER_MS : POLL_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    const newest = await notifications.newest(READ_MAX);
    const added = newest.filter(({ key }) => !known.has(key)).toReversed();
    known = keysOf(newest);
    const together = (await Promise.all(added.map(read))).filter((one) => one !== undefined);
    for (const { one, times } of decide(together.filter((found) => isWanted(found, options)).slice(0, left))) {
      await deliver(one, times);
      left -= 1;
    }
  }
  ended.abort();
  return { text: '', exitCode: 0 };
}

const keysOf = (views: readonly NotificationView[]): ReadonlySet<number> => new Set(views.map(({ key }) => key));

function isWanted({ view, type }: Found, { merchant, order, type: wanted }: ListenOptions): boolean {
  return (
    (merchant === undefined || view.merchantId === merchant) &&
    (order === undefined || view.orderId === order) &&
    (wanted === undefined || type === wanted)
  );
}

function headingOf({ to, drop, double, isShuffled, seed }: ListenOptions): string {
  const target = to === undefined ? 'and are printed here' : `and are forwarded to ${to.href}`;
  const isDisordered = drop > 0 || double > 0 || isShuffled;
  const same = isDisordered ? ` Repeat the same faults with --seed ${seed}.` : '';
  return `New notifications are read from the store ${target}. Ctrl+C ends this.${same}`;
}

function lineOf({ view, type, status }: Found): string {
  const { key, merchantId, orderId, sequence } = view;
  return [notificationId(key), merchantId, orderId, `${sequence}`, type, status].map(printable).join('\t');
}

/** @returns the type of the transaction or the event of the checkout, and the status of the order */
function factsOf(body: string): { readonly type: string; readonly status: string } {
  const { transaction, order, event } = JSON.parse(body) as {
    readonly transaction?: { readonly type?: string };
    readonly order?: { readonly status?: string };
    readonly event?: string;
  };
  return { type: transaction?.type ?? event ?? '-', status: order?.status ?? '-' };
}
