/** Statements over the mails that people of the console choose, and over those that are to be sent. */
import { sql } from 'kysely';
import type { AlarmChoice, ReportRhythm } from '../../../console/index.ts';
import { insertion } from '../engine/insertion.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import { queueStatements } from '../receipts/queue-statements.ts';

interface PersonThere {
  readonly personKey: number;
  readonly merchantKey: number;
}

export const STAFF_MAILS = queueStatements('staff_mail', 'key');

export const choicesOf = statement((db, p: Placeholder<{ personKey: number }>) =>
  db
    .selectFrom('console_mail_choice')
    .select(['merchant_key', 'merchant_id', 'reports', 'alarms', 'disputes'])
    .where('person_key', '=', p('personKey'))
    .orderBy('merchant_key'),
);

export const choicesAt = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db
    .selectFrom('console_mail_choice')
    .select(['person_key', 'alarms', 'disputes'])
    .where('merchant_key', '=', p('merchantKey')),
);

interface Chosen extends PersonThere {
  readonly merchantId: string | null;
  readonly reports: ReportRhythm;
  readonly reportedDay: string;
  readonly alarms: AlarmChoice | null;
  readonly disputes: AlarmChoice | null;
}

export const putChoice = statement((db, p: Placeholder<Chosen>) =>
  db
    .insertInto('console_mail_choice')
    .values({
      person_key: p('personKey'),
      merchant_key: p('merchantKey'),
      merchant_id: p('merchantId'),
      reports: p('reports'),
      reported_day: p('reportedDay'),
      alarms: p('alarms'),
      disputes: p('disputes'),
    })
    .onConflict((c) =>
      c.columns(['person_key', 'merchant_key']).doUpdateSet({
        // Reports that are missed at the moment are not lost by a form that changes nothing.
        reported_day: sql<string>`case when console_mail_choice.reports = excluded.reports
          then console_mail_choice.reported_day else excluded.reported_day end`,
        merchant_id: sql<string | null>`excluded.merchant_id`,
        reports: sql<ReportRhythm>`excluded.reports`,
        alarms: sql<AlarmChoice | null>`excluded.alarms`,
        disputes: sql<AlarmChoice | null>`excluded.disputes`,
      }),
    ),
);

export const deleteChoice = statement((db, p: Placeholder<PersonThere>) =>
  db
    .deleteFrom('console_mail_choice')
    .where('person_key', '=', p('personKey'))
    .where('merchant_key', '=', p('merchantKey')),
);

export const deleteChoices = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_mail_choice').where('person_key', '=', p('personKey')),
);

export const deleteMails = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('staff_mail').where('person_key', '=', p('personKey')),
);

interface Lacking {
  readonly daily: ReportRhythm;
  readonly weekly: ReportRhythm;
  readonly untilDay: string;
  readonly untilWeek: string;
  readonly limit: number;
}

export const lackingReports = statement((db, p: Placeholder<Lacking>) =>
  db
    .selectFrom('console_mail_choice')
    .select(['person_key', 'merchant_key', 'merchant_id', 'reports', 'reported_day'])
    .where(({ or, and, eb }) =>
      or([
        and([eb('reports', '=', p('daily')), eb('reported_day', '<', p('untilDay'))]),
        and([eb('reports', '=', p('weekly')), eb('reported_day', '<', p('untilWeek'))]),
      ]),
    )
    .limit(p('limit')),
);

interface NotedReport extends PersonThere {
  readonly reports: ReportRhythm;
  readonly before: string;
  readonly day: string;
}

/** Guard: a report is queued once. */
export const noteReport = statement((db, p: Placeholder<NotedReport>) =>
  db
    .updateTable('console_mail_choice')
    .set({ reported_day: p('day') })
    .where('person_key', '=', p('personKey'))
    .where('merchant_key', '=', p('merchantKey'))
    .where('reports', '=', p('reports'))
    .where('reported_day', '=', p('before')),
);

export const insertMail = insertion(
  'staff_mail',
  {
    key: ['key', 'bigint'],
    person_key: ['personKey', 'bigint'],
    merchant_key: ['merchantKey', 'bigint'],
    kind: ['kind', 'text'],
    about: ['about', 'text'],
    tries: ['none', 'bigint'],
    due_at: ['dueAt', 'bigint'],
    created_at: ['createdAt', 'bigint'],
  },
  { identity: 'key' },
);

export const findMail = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('staff_mail').select(['person_key', 'merchant_key', 'kind', 'about']).where('key', '=', p('key')),
);
