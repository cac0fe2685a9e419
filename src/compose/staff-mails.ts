/** Mails to people of the console: the workers that queue and send them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { MailWorker, StoredMail } from '../adapters/receipts/index.ts';
import { contentOfMail, DisputeWatch, ReceiverWatch, ReportWorker, unsubscribeAddress } from '../console/index.ts';
import type { IntervalWorker } from '../core/index.ts';
import type { Foundation } from './foundation.ts';
import { messageIds } from './message-ids.ts';
import { loadRemedies } from './remedies.ts';
import type { ComposedStore, Membership } from './store.ts';

const SENDER_NAME = 'Turnpike';

/** The mails to people of the console, as the process runs and measures them. */
export interface StaffMailWorkers {
  readonly workers: readonly IntervalWorker[];
  /** Results of attempts since the process started. */
  readonly counts: () => MailWorker['counts'];
}

/** @returns undefined if the settings have no mail server, or no console to which a mail could lead */
export async function composeStaffMails(
  { settings, clock, log }: Foundation,
  { store, vault }: ComposedStore,
  { isAlive }: Membership,
): Promise<StaffMailWorkers | undefined> {
  const { mail: server, consoleOrigin: origin, testMode, publicOrigin } = settings;
  if (server === undefined || origin === undefined) {
    return undefined;
  }
  const { MailWorker: Sender, SmtpMailer } = await import('../adapters/receipts/index.ts');
  const { hostname } = new URL(publicOrigin);
  const messageId = messageIds(vault, hostname);
  const common = {
    staffMails: store.staffMails,
    people: store.consolePeople,
    merchants: store.merchants,
    orderIndex: store.orderIndex,
    clock,
    log,
  };
  const ofContent = {
    ...common,
    approvals: store.orders,
    orders: store.orders,
    disputes: store.disputes,
    receiverAlarms: store.receiverAlarms,
    notifications: store.notifications,
    origin,
    testMode,
  };
  const mailOf = async (key: number): Promise<StoredMail | undefined> => {
    const mail = await store.staffMails.find(key);
    const content = mail && (await contentOfMail({ ...ofContent, remedyOf: await loadRemedies() }, mail));
    if (mail === undefined || content === undefined) {
      return undefined;
    }
    const { alarmContent, disputeContent, reportContent, staffLetter } = await import(
      '../adapters/staff-mails/index.ts'
    );
    return {
      to: content.to,
      from: { name: SENDER_NAME, address: server.from },
      letter: staffLetter(
        'report' in content
          ? reportContent(content.report)
          : 'alarm' in content
            ? alarmContent(content.alarm)
            : disputeContent(content.dispute),
      ),
      messageId: messageId(`staff ${key}`),
      unsubscribe: unsubscribeAddress(origin, vault, mail, mail.kind),
    };
  };
  const sender = new Sender({
    noun: 'staff mail',
    outbox: store.staffMailQueue,
    mailer: new SmtpMailer(server, hostname),
    mailOf,
    clock,
    isAlive,
    pause,
    log,
  });
  const { receiverAlarms, notifications } = ofContent;
  const watch = new ReceiverWatch({ ...common, receiverAlarms, notifications });
  return { workers: [sender, new ReportWorker(common), watch, new DisputeWatch(common)], counts: () => sender.counts };
}
