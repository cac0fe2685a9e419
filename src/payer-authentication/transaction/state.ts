/**
 * How far one authentication is. Plain data: any process can take it up where another has left it. Its schema reads
 * what was stored, and the type follows from the schema.
 */
import { z } from 'zod';
import { Secret } from '../../contract/secret.ts';
import { VERSIONS } from '../messages/versions.ts';

const secret = z.string().transform((text) => new Secret(text));
/** Milliseconds since 1970. */
const instant = z.number();

/** What holds from the beginning to the end. */
const subject = z.object({
  threeDSServerTransID: z.string(),
  scheme: z.string(),
  version: z.enum(VERSIONS),
  /** 02 a browser, 03 the merchant alone. */
  deviceChannel: z.enum(['02', '03']),
  /** 01 a payment, 02 none. */
  messageCategory: z.enum(['01', '02']),
  /** The ACS can reach its customer without the browser. Absent: it cannot, or the version has no word for it. */
  canDecouple: z.literal(true).optional(),
});

/** The names that an answered AReq has at the others. */
const identity = z.object({
  acsTransID: z.string(),
  dsTransID: z.string(),
  acsReferenceNumber: z.string(),
  dsReferenceNumber: z.string(),
});

/** Why nobody knows who pays, where no ACS has said so itself. */
const UNKNOWN_REASONS = [
  // The directory server has never said yet which cards take part.
  'NO_RANGES',
  // The AReq could not be sent, was not answered in time, or in no sound message.
  'NOT_SENT',
  'NO_ARES',
  'ARES_REFUSED',
  'ERROR_MESSAGE',
  // The ACS was to ask its customer, and no RReq came in time.
  'NO_RREQ',
] as const;

const result = z.object({
  /** Absent: the card does not take part. */
  transStatus: z.enum(['Y', 'A', 'N', 'R', 'U', 'I']).optional(),
  transStatusReason: z.string().optional(),
  unknownBecause: z.enum(UNKNOWN_REASONS).optional(),
  /** Of an Erro, in either direction. */
  errorCode: z.string().optional(),
  eci: z.string().optional(),
  authenticationValue: secret.optional(),
  authenticationType: z.string().optional(),
  challengeCancel: z.string().optional(),
  /** A text for the payer, from the ACS: not HTML, whatever it looks like. */
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
    /** How long a decoupled authentication may take; absent: none was asked for. */
    decoupledMs: z.number().optional(),
  }),
  z.object({
    phase: z.literal('CHALLENGE'),
    identity,
    acsUrl: z.string(),
    authenticationType: z.string().optional(),
    cardholderInfo: z.string().optional(),
    /** No RReq is waited for longer, whatever the payer does. */
    latest: instant,
    deadline: instant,
    isShown: z.boolean(),
    /** What the payer's browser said of the end, which counts for nothing but the time that is waited. */
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
    /** Of the RReq that ended it: its fingerprint, and how it was answered. */
    heard: z.object({ fingerprint: z.string(), resultsStatus: z.enum(['01', '02']) }).optional(),
  }),
]);

const state = z.object({
  subject,
  /** Where the payer's browser goes first, and whether the ACS has said that it was there; absent: nowhere. */
  method: z.object({ url: z.string(), isCompleted: z.boolean() }).optional(),
  progress,
});

export type AuthenticationSubject = z.infer<typeof subject>;
export type Identity = z.infer<typeof identity>;
export type EndResult = z.infer<typeof result>;
export type Progress = z.infer<typeof progress>;
export type AuthenticationState = z.infer<typeof state>;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

/** The state as a text to be sealed and stored: it holds the authentication value. */
export function storedState(of: AuthenticationState): Secret {
  return new Secret(
    JSON.stringify(of, function revealed(this: Record<string, unknown>, name: string, value: unknown) {
      const given = this[name];
      return given instanceof Secret ? given.reveal() : value;
    }),
  );
}

/** @throws where the text is no stored state */
export function readState(stored: Secret): AuthenticationState {
  return state.parse(JSON.parse(stored.reveal()));
}
