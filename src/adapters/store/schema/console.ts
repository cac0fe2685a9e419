/** The tables of the console's people, as kysely types. A part of the schema. */
import type { InvitationKind, Role, SessionStage } from '../../../console/index.ts';

export interface ConsoleTables {
  /** A person who may sign in to the console. */
  console_person: {
    key: number;
    /** In lower case. */
    email: string;
    /** Null until the invitation is accepted. */
    password_hash: string | null;
    /** The secret of the authenticator app, sealed. Null until the invitation is accepted. */
    sealed_factor: Uint8Array | null;
    /** The time step of the last code that was accepted: no code is accepted twice. */
    factor_step: number;
    /** Hashes of the unused recovery codes, JSON. */
    recovery_codes: string;
    /** The issuer and subject at the OpenID provider. Null before the first sign-in there. */
    openid_subject: string | null;
    created_at: number;
  };
  /** A person's saved view of the list of orders. */
  console_view: {
    key: number;
    merchant_key: number;
    person_key: number;
    /** 1: all people with a role at the merchant see it. */
    is_shared: number;
    /** Name, search and filters, sealed: they may name a payer. */
    sealed_view: Uint8Array;
    used_at: number;
  };
  console_role: {
    person_key: number;
    /** 0 for all merchants. */
    merchant_key: number;
    role: Role;
    /** Null for all merchants, and where a release without further stores gave the role. */
    merchant_id: string | null;
  };
  console_session: {
    key: number;
    /** SHA-256 of the id in the browser's cookie. */
    id_hash: string;
    person_key: number;
    stage: SessionStage;
    network: string;
    /** The browser's name for itself, shortened. */
    browser: string;
    created_at: number;
    seen_at: number;
    /** The time at which the second factor was proven last; 0 for never. */
    proven_at: number;
  };
  /** Links that were not used yet. */
  console_invitation: {
    /** SHA-256 of the token in the link. */
    token_hash: string;
    person_key: number;
    kind: InvitationKind;
    expires_at: number;
  };
}
