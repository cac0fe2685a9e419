/** The facts of an alarm that a queued mail keeps, since the alarm may have ended when the mail is sent. */
import type { ReceiverAlarm } from '../../core/ports/index.ts';

/** WORKING, GIVEN_UP: the end of FAILING. */
export type AlarmMailKind = 'FAILING' | 'GIVEN_UP' | 'SWITCHED_OFF' | 'WORKING';

export type AlarmNote = Pick<ReceiverAlarm, 'givenUp' | 'receiver' | 'since' | 'url'>;

export function alarmNote({ givenUp, receiver, since, url }: ReceiverAlarm): string {
  return JSON.stringify({ givenUp, receiver, since, url } satisfies AlarmNote);
}

/** @param about as `alarmNote` wrote it */
export function readAlarmNote(about: string): AlarmNote {
  return JSON.parse(about) as AlarmNote;
}
