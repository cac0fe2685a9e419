/**
 * Merchants' notifications and their deliveries: lists them, shows each delivery attempt, and sends them again; and
 * manages the signing keys. The running gateway sends a replayed notification within a second.
 */
import { parseArgs } from 'node:util';
import {
  OVERLAP_HOURS,
  type RotationDependencies,
  rotateSigningKey,
  signingKeys,
} from '../adapters/notifications/index.ts';
import { Vault } from '../adapters/vault/index.ts';
import { HOUR_MS } from '../contract/durations.ts';
import { type NotificationTry, type NotificationView, notificationId, notificationKey } from '../core/ports/index.ts';
import { storeOfKey } from '../platform/store-ids.ts';
import { type CommandCall, type CommandResult, type NamedById, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { printable } from './printable.ts';

export const NOTIFICATION_ID: NamedById = {
  madeIn([id = '']) {
    const key = notificationKey(id);
    return key === undefined ? undefined : storeOfKey(key);
  },
  async isIn({ notifications }, _settings, [id = '']) {
    const key = notificationKey(id);
    return key !== undefined && (await notifications.find(key)) !== undefined;
  },
};

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;
const OVERLAP_HOURS_MAX = 30 * 24;

/** Lists the notifications that are not delivered yet, the oldest first; with `--all`, the newest of all. */
export async function listNotifications({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const [flag, ...rest] = args;
  if (rest.length > 0 || (flag !== undefined && flag !== '--all')) {
    throw new UsageError(usage);
  }
  const { notifications } = store;
  const found = await (flag === undefined
    ? notifications.waitingNotifications(LISTED_MAX)
    : notifications.newest(LISTED_MAX));
  const empty = flag === undefined ? 'Every notification was delivered.' : 'There is no notification yet.';
  return listing(found.map(notificationRow), notificationCells, empty);
}

type NotificationRow = ReturnType<typeof notificationRow>;

function notificationRow(view: NotificationView) {
  const { key, state, merchantId, orderId, transactionId, event, sequence, url, createdAt, dueAt } = view;
  return {
    id: notificationId(key),
    state,
    merchant: merchantId,
    order: orderId,
    about: transactionId ?? event ?? null,
    sequence,
    url,
    since: time(createdAt),
    next: dueAt === null ? null : time(dueAt),
  };
}

function notificationCells({ id, state, merchant, order, about, sequence, url, since, next }: NotificationRow) {
  const due = next === null ? '-' : `next ${next}`;
  return [id, state, merchant, order, about ?? '-', `${sequence}`, url, since, due];
}

/** A notification's state, on one line. */
export function notificationLine(view: NotificationView): string {
  return notificationCells(notificationRow(view)).map(printable).join('\t');
}

export async function showNotification(call: CommandCall): Promise<string> {
  const view = await findNotification(call);
  const { notifications } = call.store;
  const tries = await notifications.tries(view.key);
  return [notificationLine(view), ...tries.map(tryLine), (await notifications.body(view.key)) ?? ''].join('\n');
}

function tryLine({ number, at, durationMs, status, failure, answer }: NotificationTry): string {
  return [`try ${number}`, time(at), `${durationMs} ms`, `${status ?? '-'}`, failure ?? 'taken', answer]
    .map(printable)
    .join('\t');
}

export async function replayNotification(call: CommandCall): Promise<string> {
  const { key, url } = await findNotification(call);
  const receiver = await call.store.notifications.resend(key, Date.now());
  if (receiver === undefined) {
    throw new Error(
      `${notificationId(key)} to ${printable(url)} has no body any more and cannot be sent again: a body is kept for ` +
        "retention.notificationDays of the merchant's profile after its delivery, or until its order is erased.",
    );
  }
  const view = await call.store.notifications.find(key);
  return view?.dueAt == null
    ? 'It is sent again after the waiting notifications of its order.'
    : `It is sent again at ${time(view.dueAt)}.`;
}

async function findNotification({ store, args: [id, ...rest], usage }: CommandCall): Promise<NotificationView> {
  if (id === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const key = notificationKey(id);
  const view = key === undefined ? undefined : await store.notifications.find(key);
  if (view === undefined) {
    throw new UsageError(`There is no notification ${printable(id)}.`);
  }
  return view;
}

/** The merchant's current signing keys, the newest first; creates the first one if there is none. */
export async function showNotificationKeys(call: CommandCall): Promise<string> {
  const { dependencies, merchantKey } = await signingContext(call, call.args);
  return (await signingKeys(dependencies, merchantKey)).join('\n');
}

/** Makes a new key, which `notifications key` prints again. Until the old key ends, both keys sign. */
export async function rotateNotificationKey(call: CommandCall): Promise<string> {
  const { args, hours } = readOverlap(call);
  const { dependencies, merchantKey } = await signingContext(call, args);
  await signingKeys(dependencies, merchantKey);
  const [newest] = await dependencies.keys.signingKeys(merchantKey);
  const before = newest?.generation ?? 0;
  const until = dependencies.clock.now() + hours * HOUR_MS;
  const text = await rotateSigningKey(dependencies, merchantKey, { before, keptUntil: until });
  if (text === undefined) {
    throw new Error('Another command made a new key just now. turnpike notifications key shows it.');
  }
  return `${text}\nThe key before it signs beside it until ${time(until)}.`;
}

function readOverlap({ args, usage }: CommandCall): { readonly args: readonly string[]; readonly hours: number } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { keep: { type: 'string' } },
      allowPositionals: true,
    });
    const hours = Number(values.keep ?? OVERLAP_HOURS);
    if (hours >= 0 && hours <= OVERLAP_HOURS_MAX) {
      return { args: positionals, hours };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

async function signingContext(
  { store, settings, usage }: CommandCall,
  [id, ...rest]: readonly string[],
): Promise<{ readonly dependencies: RotationDependencies; readonly merchantKey: number }> {
  if (id === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(id)}.`);
  }
  const sealer = await Vault.open(settings.keys, store.dataKeys);
  return { dependencies: { keys: store.notifications, sealer, clock: { now: Date.now } }, merchantKey: merchant.key };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
