/** The content of a mail about a receiver of notifications, made when it is sent. */
import type { TestMode } from '../../contract/test-mode.ts';
import type { NotificationView, ReceiverAlarms } from '../../core/ports/index.ts';
import type { StaffAlarm } from '../../web/views/console/index.ts';
import type { ConsoleNotifications } from '../notifications.ts';
import { consoleAddress } from '../routes.ts';
import { type AlarmMailKind, type AlarmNote, readAlarmNote } from './alarm-note.ts';
import type { StaffMember } from './role-there.ts';

/** Waiting notifications that are counted. */
export const WAITING_MAX = 1_000;
/** Addresses that are listed. */
const ADDRESSES_MAX = 20;

export interface AlarmDependencies {
  readonly receiverAlarms: Pick<ReceiverAlarms, 'countWaiting' | 'openAlarms'>;
  readonly notifications: Pick<ConsoleNotifications, 'switchedOff' | 'tries'> & {
    find(key: number): Promise<NotificationView | undefined>;
  };
  readonly origin: string;
  readonly testMode: TestMode | undefined;
}

/** @returns undefined if the receiver fails no more, or is not switched off any more */
export async function alarmOf(
  dependencies: AlarmDependencies,
  { merchant }: StaffMember,
  kind: AlarmMailKind,
  about: string,
): Promise<StaffAlarm | undefined> {
  const { origin, testMode } = dependencies;
  const note = readAlarmNote(about);
  const facts = await factsOf(dependencies, merchant.key, kind, note);
  const at = (name: 'mails' | 'notifications') => origin + consoleAddress(name, { merchant: merchant.id });
  return (
    facts && {
      kind,
      merchantName: merchant.profile.name,
      testMode,
      since: new Date(note.since).toISOString(),
      givenUp: note.givenUp,
      waitingMax: WAITING_MAX,
      ...facts,
      consoleAddress: kind === 'FAILING' ? `${at('notifications')}?show=failing` : at('notifications'),
      choiceAddress: at('mails'),
    }
  );
}

type AlarmFacts = Pick<StaffAlarm, 'addresses' | 'lastTry' | 'waiting'> & Partial<Pick<StaffAlarm, 'givenUp'>>;

async function factsOf(
  { receiverAlarms, notifications }: AlarmDependencies,
  merchantKey: number,
  kind: AlarmMailKind,
  { receiver, since, url }: AlarmNote,
): Promise<AlarmFacts | undefined> {
  if (kind === 'SWITCHED_OFF') {
    const off = [...(await notifications.switchedOff(merchantKey)).keys()].filter(
      (one) => one === url || one.startsWith(`${originIn(receiver)}/`),
    );
    return off.length === 0
      ? undefined
      : { addresses: off.slice(0, ADDRESSES_MAX), waiting: undefined, lastTry: undefined };
  }
  if (kind !== 'FAILING') {
    return { addresses: [url], waiting: undefined, lastTry: undefined };
  }
  const open = (await receiverAlarms.openAlarms()).find(
    (one) => one.kind === kind && one.receiver === receiver && one.since === since,
  );
  if (open === undefined) {
    return undefined;
  }
  const [tries, waiting] = await Promise.all([
    open.notificationKey === null ? [] : notifications.tries(open.notificationKey),
    receiverAlarms.countWaiting(receiver, WAITING_MAX + 1),
  ]);
  const last = tries.at(-1);
  return {
    addresses: [open.url],
    givenUp: open.givenUp,
    waiting,
    lastTry: last && {
      number: last.number,
      at: new Date(last.at).toISOString(),
      durationMs: last.durationMs,
      status: last.status ?? undefined,
      failure: last.failure ?? undefined,
    },
  };
}

/** @param receiver as `receiverOf` names it: a merchant's key and an origin */
function originIn(receiver: string): string {
  return receiver.slice(receiver.indexOf(' ') + 1);
}
