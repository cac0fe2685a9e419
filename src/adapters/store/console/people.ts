/** The console's people: implements its port over any engine. */
import type {
  ConsolePeople,
  ConsoleSession,
  Credentials,
  Enrolment,
  Grant,
  Invitation,
  ListedRole,
  NewPassword,
  NewSession,
  StoredPerson,
} from '../../../console/index.ts';
import { type Write, write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import * as mailStatements from '../staff-mails/statements.ts';
import * as statements from './statements.ts';
import { deleteViewsOfPerson } from './view-statements.ts';

const NO_STEP = 0;
const NO_CODES = '[]';

export class StoredConsolePeople extends Repository implements ConsolePeople {
  async add(email: string, now: number): Promise<StoredPerson> {
    const row = { key: this.newKey(), email, noStep: NO_STEP, noCodes: NO_CODES, now };
    await this.engine.commit({ writes: [write(statements.insertPerson, row)] });
    return (await this.findByEmail(email)) as StoredPerson;
  }

  async findByEmail(email: string): Promise<StoredPerson | undefined> {
    const [row] = await this.engine.read(statements.findPerson, { email });
    return row && personFrom(row);
  }

  async findByKey(key: number): Promise<StoredPerson | undefined> {
    const [row] = await this.engine.read(statements.findPersonByKey, { key });
    return row && personFrom(row);
  }

  async findByOpenIdSubject(subject: string): Promise<StoredPerson | undefined> {
    const [row] = await this.engine.read(statements.findPersonBySubject, { subject });
    return row && personFrom(row);
  }

  keepOpenIdSubject(personKey: number, subject: string): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.keepSubject, { personKey, subject }), writes: [] });
  }

  async grant(personKey: number, { merchantKey, merchantId = null, role }: Grant): Promise<void> {
    await this.engine.commit({ writes: [write(statements.putRole, { personKey, merchantKey, merchantId, role })] });
  }

  revoke(personKey: number, merchantKey: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.deleteRole, { personKey, merchantKey }), writes: [] });
  }

  async endRolesAt(merchantKey: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.deleteRolesAt, { merchantKey })] });
  }

  async grantsOf(personKey: number): Promise<readonly Grant[]> {
    const rows = await this.engine.read(statements.rolesOfPerson, { personKey });
    return rows.map(grantFrom);
  }

  async roles(): Promise<readonly ListedRole[]> {
    return (await this.engine.read(statements.allRoles, {})).map(listedRoleFrom);
  }

  async rolesAt(merchantKey: number): Promise<readonly ListedRole[]> {
    return (await this.engine.read(statements.rolesAtMerchant, { merchantKey })).map(listedRoleFrom);
  }

  remove(personKey: number): Promise<boolean> {
    const ofPerson = [
      statements.deleteRoles,
      statements.deleteSessions,
      statements.deleteInvitations,
      mailStatements.deleteChoices,
      mailStatements.deleteMails,
      deleteViewsOfPerson,
    ];
    return this.engine.commit({
      guard: write(statements.deletePerson, { personKey }),
      writes: ofPerson.map((rows) => write(rows, { personKey })),
    });
  }

  async invite({ tokenHash, personKey, kind, expiresAt }: Invitation): Promise<void> {
    await this.engine.commit({
      writes: [
        write(statements.deleteInvitations, { personKey }),
        write(statements.insertInvitation, { tokenHash, personKey, kind, expiresAt }),
      ],
    });
  }

  async findInvitation(tokenHash: string): Promise<Invitation | undefined> {
    const [row] = await this.engine.read(statements.findInvitation, { tokenHash });
    return (
      row && {
        tokenHash: row.token_hash,
        personKey: Number(row.person_key),
        kind: row.kind,
        expiresAt: Number(row.expires_at),
      }
    );
  }

  enrol({ invitation: { tokenHash, personKey }, credentials, factorStep, session }: Enrolment): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.deleteInvitation, { tokenHash }),
      furtherGuards: [credentialsWrite(personKey, credentials, factorStep)],
      writes: [write(statements.deleteSessions, { personKey }), this.#sessionWrite(session)],
    });
  }

  useInvitation({ tokenHash }: Invitation, session: NewSession): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.deleteInvitation, { tokenHash }),
      writes: [this.#sessionWrite(session)],
    });
  }

  async forgetCredentials(personKey: number): Promise<void> {
    await this.engine.commit({
      writes: [
        credentialsWrite(personKey, undefined, NO_STEP),
        write(statements.forgetSubject, { personKey, none: null }),
        write(statements.deleteSessions, { personKey }),
        write(statements.deleteInvitations, { personKey }),
      ],
    });
  }

  replacePassword({ personKey, before, after, session }: NewPassword): Promise<boolean> {
    return this.engine.commit({
      guard: write(statements.replacePassword, { personKey, before, after }),
      writes: [write(statements.deleteSessions, { personKey }), this.#sessionWrite(session)],
    });
  }

  acceptStep(personKey: number, step: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.acceptStep, { personKey, step }), writes: [] });
  }

  replaceRecoveryCodes(personKey: number, before: readonly string[], after: readonly string[]): Promise<boolean> {
    const change = { personKey, before: JSON.stringify(before), after: JSON.stringify(after) };
    return this.engine.commit({ guard: write(statements.replaceRecoveryCodes, change), writes: [] });
  }

  addSession(session: NewSession, replaced?: number): Promise<boolean> {
    const { personKey } = session;
    const insertion = this.#sessionWrite(session);
    return replaced === undefined
      ? this.engine.commit({ writes: [insertion] })
      : this.engine.commit({
          guard: write(statements.deleteSession, { personKey, key: replaced }),
          writes: [insertion],
        });
  }

  #sessionWrite(session: NewSession): Write {
    return write(statements.insertSession, { key: this.newKey(), ...session });
  }

  async findSession(idHash: string): Promise<ConsoleSession | undefined> {
    const [row] = await this.engine.read(statements.findSession, { idHash });
    return row && sessionFrom(row);
  }

  async sessionsOf(personKey: number): Promise<readonly ConsoleSession[]> {
    return (await this.engine.read(statements.sessionsOfPerson, { personKey })).map(sessionFrom);
  }

  async touchSession(key: number, now: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.touchSession, { key, now })] });
  }

  endSession(personKey: number, key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.deleteSession, { personKey, key }), writes: [] });
  }

  async deleteSessions(before: { readonly begun: number; readonly used: number }): Promise<void> {
    await this.engine.commit({ writes: [write(statements.deleteOldSessions, before)] });
  }
}

function credentialsWrite(personKey: number, credentials: Credentials | undefined, factorStep: number): Write {
  return write(statements.setCredentials, {
    personKey,
    passwordHash: credentials?.passwordHash ?? null,
    sealedFactor: credentials?.sealedFactor ?? null,
    factorStep,
    recoveryCodes: JSON.stringify(credentials?.recoveryCodes ?? []),
  });
}

function personFrom(row: NonNullable<(typeof statements.findPerson)['row']>): StoredPerson {
  const { password_hash: passwordHash, sealed_factor: sealedFactor } = row;
  const recoveryCodes = JSON.parse(row.recovery_codes) as readonly string[];
  return {
    key: Number(row.key),
    email: row.email,
    factorStep: Number(row.factor_step),
    hasOpenId: row.openid_subject !== null,
    credentials:
      passwordHash === null || sealedFactor === null ? undefined : { passwordHash, sealedFactor, recoveryCodes },
  };
}

function grantFrom(row: NonNullable<(typeof statements.rolesOfPerson)['row']>): Grant {
  return { merchantKey: Number(row.merchant_key), merchantId: row.merchant_id, role: row.role };
}

function listedRoleFrom(row: NonNullable<(typeof statements.allRoles)['row']>): ListedRole {
  return {
    personKey: Number(row.key),
    email: row.email,
    ...grantFrom(row),
    isPending: row.password_hash === null && row.openid_subject === null,
  };
}

function sessionFrom(row: NonNullable<(typeof statements.findSession)['row']>): ConsoleSession {
  return {
    key: Number(row.key),
    personKey: Number(row.person_key),
    stage: row.stage,
    network: row.network,
    browser: row.browser,
    createdAt: Number(row.created_at),
    seenAt: Number(row.seen_at),
    provenAt: Number(row.proven_at),
  };
}
