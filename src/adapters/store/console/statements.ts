/** Statements over the console's people, their roles, sessions and invitations. */
import type { InvitationKind, Role, SessionStage } from '../../../console/index.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const PERSON_COLUMNS = [
  'key',
  'email',
  'password_hash',
  'sealed_factor',
  'factor_step',
  'recovery_codes',
  'openid_subject',
] as const;

interface NewPerson {
  readonly key: number;
  readonly email: string;
  readonly noStep: number;
  readonly noCodes: string;
  readonly now: number;
}

export const insertPerson = statement((db, p: Placeholder<NewPerson>) =>
  db
    .insertInto('console_person')
    .values({
      key: p('key'),
      email: p('email'),
      factor_step: p('noStep'),
      recovery_codes: p('noCodes'),
      created_at: p('now'),
    })
    .onConflict((c) => c.column('email').doNothing()),
);

export const findPerson = statement((db, p: Placeholder<{ email: string }>) =>
  db.selectFrom('console_person').select(PERSON_COLUMNS).where('email', '=', p('email')),
);

export const findPersonByKey = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('console_person').select(PERSON_COLUMNS).where('key', '=', p('key')),
);

export const findPersonBySubject = statement((db, p: Placeholder<{ subject: string }>) =>
  db.selectFrom('console_person').select(PERSON_COLUMNS).where('openid_subject', '=', p('subject')),
);

/** Guard: the first name at the OpenID provider stays. */
export const keepSubject = statement((db, p: Placeholder<{ personKey: number; subject: string }>) =>
  db
    .updateTable('console_person')
    .set({ openid_subject: p('subject') })
    .where('key', '=', p('personKey'))
    .where('openid_subject', 'is', null),
);

export const forgetSubject = statement((db, p: Placeholder<{ personKey: number; none: null }>) =>
  db
    .updateTable('console_person')
    .set({ openid_subject: p('none') })
    .where('key', '=', p('personKey')),
);

export const deletePerson = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_person').where('key', '=', p('personKey')),
);

interface PutRole {
  readonly personKey: number;
  readonly merchantKey: number;
  readonly merchantId: string | null;
  readonly role: Role;
}

export const putRole = statement((db, p: Placeholder<PutRole>) =>
  db
    .insertInto('console_role')
    .values({
      person_key: p('personKey'),
      merchant_key: p('merchantKey'),
      merchant_id: p('merchantId'),
      role: p('role'),
    })
    .onConflict((c) =>
      c.columns(['person_key', 'merchant_key']).doUpdateSet({ role: p('role'), merchant_id: p('merchantId') }),
    ),
);

export const deleteRole = statement((db, p: Placeholder<{ personKey: number; merchantKey: number }>) =>
  db.deleteFrom('console_role').where('person_key', '=', p('personKey')).where('merchant_key', '=', p('merchantKey')),
);

export const deleteRoles = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_role').where('person_key', '=', p('personKey')),
);

export const deleteRolesAt = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db.deleteFrom('console_role').where('merchant_key', '=', p('merchantKey')),
);

export const rolesOfPerson = statement((db, p: Placeholder<{ personKey: number }>) =>
  db
    .selectFrom('console_role')
    .select(['merchant_key', 'merchant_id', 'role'])
    .where('person_key', '=', p('personKey')),
);

const ROLE_COLUMNS = [
  'n.key',
  'n.email',
  'n.password_hash',
  'n.openid_subject',
  'r.merchant_key',
  'r.merchant_id',
  'r.role',
] as const;

export const allRoles = statement((db) =>
  db
    .selectFrom('console_role as r')
    .innerJoin('console_person as n', 'n.key', 'r.person_key')
    .select(ROLE_COLUMNS)
    .orderBy('n.email')
    .orderBy('r.merchant_key'),
);

export const rolesAtMerchant = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db
    .selectFrom('console_role as r')
    .innerJoin('console_person as n', 'n.key', 'r.person_key')
    .select(ROLE_COLUMNS)
    .where('r.merchant_key', '=', p('merchantKey'))
    .orderBy('n.email'),
);

export const insertInvitation = statement(
  (db, p: Placeholder<{ tokenHash: string; personKey: number; kind: InvitationKind; expiresAt: number }>) =>
    db.insertInto('console_invitation').values({
      token_hash: p('tokenHash'),
      person_key: p('personKey'),
      kind: p('kind'),
      expires_at: p('expiresAt'),
    }),
);

export const findInvitation = statement((db, p: Placeholder<{ tokenHash: string }>) =>
  db
    .selectFrom('console_invitation')
    .select(['token_hash', 'person_key', 'kind', 'expires_at'])
    .where('token_hash', '=', p('tokenHash')),
);

/** Guard: a link works once. */
export const deleteInvitation = statement((db, p: Placeholder<{ tokenHash: string }>) =>
  db.deleteFrom('console_invitation').where('token_hash', '=', p('tokenHash')),
);

export const deleteInvitations = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_invitation').where('person_key', '=', p('personKey')),
);

interface SetCredentials {
  readonly personKey: number;
  readonly passwordHash: string | null;
  readonly sealedFactor: Uint8Array | null;
  readonly factorStep: number;
  readonly recoveryCodes: string;
}

export const setCredentials = statement((db, p: Placeholder<SetCredentials>) =>
  db
    .updateTable('console_person')
    .set({
      password_hash: p('passwordHash'),
      sealed_factor: p('sealedFactor'),
      factor_step: p('factorStep'),
      recovery_codes: p('recoveryCodes'),
    })
    .where('key', '=', p('personKey')),
);

/** Guard: of two changes of a password, one happens. */
export const replacePassword = statement((db, p: Placeholder<{ personKey: number; before: string; after: string }>) =>
  db
    .updateTable('console_person')
    .set({ password_hash: p('after') })
    .where('key', '=', p('personKey'))
    .where('password_hash', '=', p('before')),
);

/** Guard: of two requests with one code, one is accepted. */
export const acceptStep = statement((db, p: Placeholder<{ personKey: number; step: number }>) =>
  db
    .updateTable('console_person')
    .set({ factor_step: p('step') })
    .where('key', '=', p('personKey'))
    .where('factor_step', '<', p('step')),
);

/** Guard: of two requests with one recovery code, one is accepted. */
export const replaceRecoveryCodes = statement(
  (db, p: Placeholder<{ personKey: number; before: string; after: string }>) =>
    db
      .updateTable('console_person')
      .set({ recovery_codes: p('after') })
      .where('key', '=', p('personKey'))
      .where('recovery_codes', '=', p('before')),
);

const SESSION_COLUMNS = [
  'key',
  'person_key',
  'stage',
  'network',
  'browser',
  'created_at',
  'seen_at',
  'proven_at',
] as const;

interface InsertedSession {
  readonly key: number;
  readonly idHash: string;
  readonly personKey: number;
  readonly stage: SessionStage;
  readonly network: string;
  readonly browser: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly provenAt: number;
}

export const insertSession = statement((db, p: Placeholder<InsertedSession>) =>
  db.insertInto('console_session').values({
    key: p('key'),
    id_hash: p('idHash'),
    person_key: p('personKey'),
    stage: p('stage'),
    network: p('network'),
    browser: p('browser'),
    created_at: p('createdAt'),
    seen_at: p('seenAt'),
    proven_at: p('provenAt'),
  }),
);

export const findSession = statement((db, p: Placeholder<{ idHash: string }>) =>
  db.selectFrom('console_session').select(SESSION_COLUMNS).where('id_hash', '=', p('idHash')),
);

export const sessionsOfPerson = statement((db, p: Placeholder<{ personKey: number }>) =>
  db
    .selectFrom('console_session')
    .select(SESSION_COLUMNS)
    .where('person_key', '=', p('personKey'))
    .orderBy('key', 'desc'),
);

export const touchSession = statement((db, p: Placeholder<{ key: number; now: number }>) =>
  db
    .updateTable('console_session')
    .set({ seen_at: p('now') })
    .where('key', '=', p('key'))
    .where('seen_at', '<', p('now')),
);

export const deleteSession = statement((db, p: Placeholder<{ personKey: number; key: number }>) =>
  db.deleteFrom('console_session').where('key', '=', p('key')).where('person_key', '=', p('personKey')),
);

export const deleteSessions = statement((db, p: Placeholder<{ personKey: number }>) =>
  db.deleteFrom('console_session').where('person_key', '=', p('personKey')),
);

export const deleteOldSessions = statement((db, p: Placeholder<{ begun: number; used: number }>) =>
  db
    .deleteFrom('console_session')
    .where(({ or, eb }) => or([eb('created_at', '<', p('begun')), eb('seen_at', '<', p('used'))])),
);
