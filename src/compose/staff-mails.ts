/**
 * Mails to people of the console: the workers that queue and send them. People are in the first store. Reports are
 * queued there, for merchants of all stores; each store queues and sends the mails about its own receivers and
 * disputes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { MailWorker, PostponedMail, StoredMail } from '../adapters/receipts/index.ts';
import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import {
  type ConsoleStores,
  contentOfMail,
  DisputeWatch,
  type MailPorts,
  ReceiverWatch,
  ReportWorker,
  unsubscribeAddress,
} from '../console/index.ts';
import { MINUTE_MS } from '../contract/durations.ts';
import { FIRST_STORE } from '../core/directory/index.ts';
import type { IntervalWorker } from '../core/index.ts';
import type { Foundation } from './foundation.ts';
import { messageIds } from './message-ids.ts';
import { loadRemedies } from './remedies.ts';
import type { ComposedStore, Membership } from './store.ts';

const SENDER_NAME = 'Turnpike';
/** The pause before a mail is made again whose merchant's store did not answer. Such a store is tried more often. */
const LATER_MS = MINUTE_MS;

/** The mails to people of the console, as the process runs and measures them. */
export interface StaffMailWorkers {
  readonly workers: readonly IntervalWorker[];
  /** Those that queue mails which the store owes. */
  readonly watches: readonly IntervalWorker[];
  /** Results of attempts since the process started. */
  readonly counts: () => MailWorker['counts'];
}

/** The parts of the first store that the mails of all stores need. */
export interface FirstStaffMails {
  readonly store: Store;
  /** Signs the addresses by which mails are switched off. */
  readonly vault: Vault;
  /** The console's. */
  readonly origin: string;
  /** The stores of the process, once it follows the directory. */
  readonly stores: Promise<ConsoleStores<MailPorts>>;
}

/**
 * @param first of a further store; of the first one, undefined if the settings name no console to which a mail could
 *   lead
 * @returns undefined if the settings have no mail server, or no console
 */
export async function composeStaffMails(
  { settings, clock, log }: Foundation,
  { store, vault }: ComposedStore,
  { isAlive }: Membership,
  first: FirstStaffMails | undefined,
): Promise<StaffMailWorkers | undefined> {
  const { mail: server, testMode, publicOrigin } = settings;
  if (server === undefined || first === undefined) {
    return undefined;
  }
  const { MailWorker: Sender, SmtpMailer } = await import('../adapters/receipts/index.ts');
  const { origin } = first;
  const { hostname } = new URL(publicOrigin);
  const messageId = messageIds(vault, hostname);
  const common = { people: first.store.consolePeople, choices: first.store.staffMails, clock, log };
  const mailOf = async (key: number): Promise<PostponedMail | StoredMail | undefined> => {
    const mail = await store.staffMails.find(key);
    if (mail === undefined) {
      return undefined;
    }
    const stores = openAlready(await first.stores, {
      number: settings.storeNumber ?? FIRST_STORE,
      ports: mailPorts(store),
    });
    const remedyOf = await loadRemedies();
    const ofContent = { ...common, first: mailPorts(first.store), stores, origin, testMode, remedyOf };
    const content = await contentOfMail(ofContent, mail);
    if (content === undefined || content === 'LATER') {
      return content && { dueAt: clock.now() + LATER_MS };
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
      unsubscribe: unsubscribeAddress(origin, first.vault, mail, mail.kind),
    };
  };
  const sender = new Sender({
    noun: 'staff mail',
    queue: { kind: 'STAFF_MAIL' },
    outbox: store.staffMailQueue,
    mailer: new SmtpMailer(server, hostname),
    mailOf,
    clock,
    isAlive,
    pause,
    log,
  });
  const { receiverAlarms, notifications, staffMails, orderIndex } = store;
  const watches = [
    new ReceiverWatch({ ...common, staffMails, receiverAlarms, notifications }),
    new DisputeWatch({ ...common, staffMails }),
  ];
  const reports = store === first.store ? [new ReportWorker({ ...common, staffMails, orderIndex })] : [];
  return { workers: [sender, ...reports, ...watches], watches, counts: () => sender.counts };
}

function mailPorts({ merchants, orders, disputes, orderIndex, notifications, receiverAlarms }: Store): MailPorts {
  return { merchants, approvals: orders, orders, disputes, orderIndex, notifications, receiverAlarms };
}

/**
 * The stores of a process for a worker of one of them, which the process does not close before the worker has ended.
 */
function openAlready(
  stores: ConsoleStores<MailPorts>,
  own: { readonly number: number; readonly ports: MailPorts },
): ConsoleStores<MailPorts> {
  return {
    ...stores,
    open: async (store) =>
      store.number === own.number ? { ports: own.ports, end: () => undefined } : stores.open(store),
  };
}
