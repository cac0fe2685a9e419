/**
 * Sends stored mails: receipts, and mails to people of the console. Mails are sent by the process that claims their
 * row, with retries on a schedule. A row is removed once the mail server has accepted the mail. If the server refuses
 * it permanently, or three days have passed, the row stays for a month, so that the payer's page does not say that it
 * was sent. Rows and log lines contain no e-mail address.
 */
import { DueWorker } from '../../core/index.ts';
import type { Clock, DueMail, DueQueue, Log, MailOutbox } from '../../core/ports/index.ts';
import { isForgotten, isTooLate, mailRetryPause, PRESUMED_PAUSE_MS } from './retry-schedule.ts';
import type { Mail, SmtpMailer } from './smtp-mailer.ts';

/** Maximum number of connections to the mail server. */
const AT_ONCE_MAX = 8;
/** The pause after a failure of the mail server. Then a few mails are tried first. */
const AWAY_MS = 30_000;
const STORE_PAUSE_MS = 500;

export interface StoredMail extends Mail {
  /** The payment's support code, for log lines; undefined for a mail that is no receipt. */
  readonly supportCode?: string | undefined;
}

/** A mail that is owed only from a later time on. */
export interface PostponedMail {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
}

export interface MailWorkerDependencies {
  /** The mails in log lines: `receipt`. */
  readonly noun: string;
  readonly queue: DueQueue;
  readonly outbox: MailOutbox;
  readonly mailer: Pick<SmtpMailer, 'send'>;
  /**
   * Resolves to the mail of a row; undefined if there is no recipient, or no reason any more.
   *
   * @param createdAt the same for each try of a mail, and another one for a mail that is sent again
   */
  readonly mailOf: (key: number, createdAt: number) => Promise<PostponedMail | StoredMail | undefined>;
  readonly clock: Clock;
  /** False if this process may have been evicted. Another process may then have claimed its rows. */
  readonly isAlive: () => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly log: Log;
}

export type MailOutcome = 'SENT' | 'FAILED' | 'REFUSED' | 'GIVEN_UP';

export class MailWorker extends DueWorker<DueMail> {
  /** Results of attempts since the process started. */
  readonly counts: Record<MailOutcome, number> = { SENT: 0, FAILED: 0, REFUSED: 0, GIVEN_UP: 0 };
  readonly #dependencies: MailWorkerDependencies;
  #awayUntil = 0;

  constructor(dependencies: MailWorkerDependencies) {
    const { queue, outbox, clock, log } = dependencies;
    super({
      name: `${dependencies.noun}s by mail`,
      log,
      queue,
      batchSize: AT_ONCE_MAX,
      possible: () => dependencies.isAlive() && clock.now() >= this.#awayUntil,
      due: (limit) => outbox.claim(clock.now(), limit, clock.now() + PRESUMED_PAUSE_MS),
      work: (due) => this.#send(due),
    });
    this.#dependencies = dependencies;
  }

  async #send({ key, tries, createdAt }: DueMail): Promise<void> {
    const { noun, outbox, mailer, mailOf, clock, isAlive, log } = this.#dependencies;
    const about = { key, tries };
    if (isForgotten(createdAt, clock.now())) {
      return this.#store(key, 'remove');
    }
    const mail = await mailOf(key, createdAt);
    if (mail === undefined) {
      return this.#store(key, 'remove');
    }
    if ('dueAt' in mail) {
      return outbox.postpone(key, mail.dueAt);
    }
    // A mail may have waited for days, for example while no gateway was running.
    if (isTooLate(createdAt, clock.now())) {
      return this.#giveUp(about, 'too late');
    }
    // Another process sends the mail when it is due again.
    if (!isAlive()) {
      return;
    }
    const attempt = await mailer.send(mail);
    const sent = { ...about, paymentCode: mail.supportCode };
    this.counts[attempt.outcome] += 1;
    switch (attempt.outcome) {
      case 'SENT':
        return this.#store(key, 'remove');
      case 'REFUSED':
        log.error({ ...sent, why: attempt.why }, `the mail server refuses a ${noun}: it is not sent`);
        return this.#store(key, 'abandon');
      case 'FAILED': {
        log.warn({ ...sent, why: attempt.why }, `a ${noun} was not mailed`);
        const now = clock.now();
        if (attempt.isServer) {
          this.#awayUntil = now + AWAY_MS;
        }
        const dueAt = now + mailRetryPause(tries);
        return isTooLate(createdAt, dueAt) ? this.#giveUp(sent, attempt.why) : outbox.recordFailure(key, dueAt);
      }
    }
  }

  #giveUp(about: { readonly key: number; readonly tries: number }, why: string): Promise<void> {
    this.counts.GIVEN_UP += 1;
    const { noun, log } = this.#dependencies;
    log.error({ ...about, why }, `a ${noun} is given up`);
    return this.#store(about.key, 'abandon');
  }

  /** Stores the end. Retries for as long as this process runs, because a row that stays due would be mailed again. */
  async #store(key: number, end: 'abandon' | 'remove'): Promise<void> {
    const { noun, outbox, pause, log } = this.#dependencies;
    while (true) {
      try {
        return await outbox[end](key);
      } catch (err) {
        if (this.isClosed) {
          throw err;
        }
        log.warn({ err, key }, `the end of a ${noun} could not be stored; trying again`);
        await pause(STORE_PAUSE_MS);
      }
    }
  }
}
