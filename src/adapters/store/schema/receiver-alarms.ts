/** The table of receivers of notifications that people are mailed about, as kysely types. A part of the schema. */
import type { ReceiverAlarmKind } from '../../../core/ports/index.ts';

export interface ReceiverAlarmTables {
  /** Receivers that keep failing, or answered 410 Gone. They stay for a day after their end, so that mails are few. */
  receiver_alarm: {
    /** As the gateway's `receiverOf` names it. */
    receiver: string;
    kind: ReceiverAlarmKind;
    merchant_key: number;
    /** One address there, without the query string. */
    url: string;
    /** FAILING: the notification that has failed longest. */
    notification_key: number | null;
    since: number;
    /** FAILING: notifications that were given up since then. */
    given_up: number;
    /** The time of the next mail. */
    owed_at: number;
    /** The time of the last mail about this alarm; null if there was none since it began. */
    mailed_at: number | null;
    ended_at: number | null;
  };
}
