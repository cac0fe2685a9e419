/**
 * The state of an authentication as plain data, so that any process can continue where another one stopped. The schema
 * parses the stored state, and the type is inferred from the schema.
 */
import { z } from 'zod';
import { Secret } from '../../../contract/secret.ts';
import { VERSIONS } from '../messages/versions.ts';

const secret = z.string().transform((text) => new Secret(text));
/** Milliseconds since 1970. */
const instant = z.number();

/** The part of the state that does not change. */
const subject = z.object({
  threeDSServerTransID: z.string(),
  scheme: z.string(),
  version: z.enum(VERSIONS),
  /** 02 browser, 03 merchant only. */
  deviceChannel: z.enum(['02', '03']),
  /** 01 payment, 02 non-payment. */
  messageCategory: z.enum(['01', '02']),
  /** True if the ACS and the version support decoupled authentication. */
  canDecouple: z.literal(true).optional(),
});

/** The ids and reference numbers of ACS and directory server, from the ARes. */
const identity = z.object({
  acsTransID: z.string(),
  dsTransID: z.string(),
  acsReferenceNumber: z.string(),
  dsReferenceNumber: z.string(),
});

/** The reason why the result is unknown, unless the ACS stated one. */
const UNKNOWN_REASONS = [
  // The directory server has not yet reported its card ranges.
  'NO_RANGES',
  // The AReq was not sent, was not answered in time, or got an invalid answer or an Erro.
  'NOT_SENT',
  'NO_ARES',
  'ARES_REFUSED',
  'ERROR_MESSAGE',
  // The ACS required a challenge, and no RReq arrived in time.
  'NO_RREQ',
] as const;

const result = z.object({
  /** Absent: the card does not participate. */
  transStatus: z.enum(['Y', 'A', 'N', 'R', 'U', 'I']).optional(),
  transStatusReason: z.string().optional(),
  unknownBecause: z.enum(UNKNOWN_REASONS).optional(),
  /** The code of an Erro, sent or received. */
  errorCode: z.string().optional(),
  eci: z.string().optional(),
  authenticationValue: secret.optional(),
  authenticationType: z.string().optional(),
  challengeCancel: z.string().optional(),
  /** The ACS's text for the payer, to be shown as text even if it looks like HTML. */
  cardholderInfo: z.string().optional(),
  whiteListStatus: z.string().optional(),
  isChallenged: z.boolean(),
  identity: identity.optional(),
});

const progress = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('ENROLLED') }),
  z.object({ phase: z.literal('METHOD'), deadline: instant }),
  z.object({ phase: z.literal('READY') }),
  z.object({
    phase: z.literal('ASKED'),
    deadline: instant,
    /** The time limit of a decoupled authentication. Absent: it was not requested. */
    decoupledMs: z.number().optional(),
  }),
  z.object({
    phase: z.literal('CHALLENGE'),
    identity,
    acsUrl: z.string(),
    authenticationType: z.string().optional(),
    cardholderInfo: z.string().optional(),
    /** The time until which an RReq is awaited at most, regardless of the payer's actions. */
    latest: instant,
    deadline: instant,
    isShown: z.boolean(),
    /** The result in the CRes, which came through the browser. It only shortens the wait. */
    hint: z.enum(['Y', 'N']).optional(),
  }),
  z.object({
    phase: z.literal('DECOUPLED'),
    identity,
    cardholderInfo: z.string().optional(),
    deadline: instant,
  }),
  z.object({
    phase: z.literal('ENDED'),
    result,
    /** The RReq that ended the authentication: its fingerprint, and the answer to it. */
    heard: z.object({ fingerprint: z.string(), resultsStatus: z.enum(['01', '02']) }).optional(),
  }),
]);

const state = z.object({
  subject,
  /** The 3DS Method, and the ACS's confirmation that it has run. Absent: the ACS has no method. */
  method: z.object({ url: z.string(), isCompleted: z.boolean() }).optional(),
  progress,
});

export type AuthenticationSubject = z.infer<typeof subject>;
export type Identity = z.infer<typeof identity>;
export type EndResult = z.infer<typeof result>;
export type TransactionProgress = z.infer<typeof progress>;
export type AuthenticationState = z.infer<typeof state>;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** Serialises the state to be sealed and stored, including the authentication value. */
export function storedState(of: AuthenticationState): Secret {
  return new Secret(
    JSON.stringify(of, function revealed(this: Record<string, unknown>, name: string, value: unknown) {
      const given = this[name];
      return given instanceof Secret ? given.reveal() : value;
    }),
  );
}

/** @throws if the text is not a stored state */
export function readState(stored: Secret): AuthenticationState {
  return state.parse(JSON.parse(stored.reveal()));
}
