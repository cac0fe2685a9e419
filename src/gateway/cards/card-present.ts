/**
 * Turns what a terminal read of a card into the fields of a payment. The order of the steps is the precedence:
 *
 *   number    P2PE payload, explicit field, EMV tag, track 2, track 1
 *   expiry    explicit field, EMV tag, track 2, track 1
 *   others    explicit field, EMV tag
 *
 * A decrypted number takes precedence over an explicit one, because it is of the card that was at the terminal; a
 * merchant with P2PE never has that number in clear, so a number beside it was typed at most. Everywhere else the
 * explicit field wins. An EMV tag beside its field is neither used nor compared, as the interface says. A track 2 must
 * agree with the resulting number and expiry, whatever their source, since two cards in one request are an error; a
 * track 1, of which the interface says nothing, only fills what is missing.
 */
import { readEmv, shownEmv } from '../../contract/card-present/emv.ts';
import type { EmvField } from '../../contract/card-present/emv-fields.ts';
import { EMV_TAGS } from '../../contract/card-present/emv-tags.ts';
import {
  readTrack1,
  readTrack2,
  TRACK1_CONTENT_CHARACTERS_MAX,
  TRACK2_CONTENT_CHARACTERS_MAX,
  type Track,
  trackContent,
} from '../../contract/card-present/track.ts';
import { type FieldProblem, invalidFields } from '../../contract/interface-error.ts';
import type { FieldPath, RequestFields } from '../../contract/request-fields.ts';
import { Secret } from '../../contract/secret.ts';
import { fieldAt, merge, secretAt, textAt, valueAt } from '../../contract/values.ts';

const CARD = 'sourceOfFunds.provided.card';
const PATHS = {
  emv: `${CARD}.emvRequest`,
  number: `${CARD}.number`,
  expiry: `${CARD}.expiry`,
  p2pe: `${CARD}.p2pe`,
  encryptionState: `${CARD}.p2pe.encryptionState`,
  track1: `${CARD}.track1`,
  track2: `${CARD}.track2`,
} as const;

/** What a terminal encrypted, and the inputs of its decryption. */
export interface P2peMessage {
  /** 32 hex digits. */
  readonly bdk: string;
  /** 20 hex digits. */
  readonly keySerialNumber: string;
  /** Hex. */
  readonly payload: string;
  /** 16 hex digits. */
  readonly initializationVector?: string;
}

/** A merchant's P2PE: its base derivation key, and the vault's decryption. */
export interface P2pe {
  readonly bdk: string;
  /** @returns the card number, 9 to 19 digits; undefined where the payload holds none. Never throws. */
  readonly decrypt: (message: P2peMessage) => string | undefined;
}

export interface CardPresent {
  /** The given values, merged with the terminal's data. */
  readonly values: RequestFields;
  /** The terminal reports that its encryption failed: nothing was decrypted, and the payment is to be declined. */
  readonly declined?: 'P2PE_ENCRYPTION_INVALID';
  /** `emvRequest` without the tags that an answer may not show; absent where none is left. */
  readonly emv?: string;
}

/** What one step adds, and the problems that it finds. */
interface Step {
  readonly values: RequestFields;
  readonly problems: readonly FieldProblem[];
}

/**
 * Idempotent: applied to its own result, it changes nothing.
 *
 * @param values the request merged over its session, before a token is merged under them: what a terminal read counts
 *   as provided, and a token's number must not count as an explicit one
 * @param p2pe absent where the merchant's profile has no key
 * @throws InterfaceError naming each field that is refused
 */
export function cardPresent(values: RequestFields, p2pe: P2pe | undefined): CardPresent {
  if (values.sourceOfFunds?.provided?.card === undefined) {
    return { values };
  }
  const chip = withEmv(values);
  const decrypted = withP2pe(chip.values, p2pe);
  const tracks = withTracks(decrypted.values, values);
  const problems = [...chip.problems, ...decrypted.problems, ...tracks.problems];
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
  const emv = shownEmv(values.sourceOfFunds?.provided?.card?.emvRequest?.reveal() ?? '');
  return {
    values: tracks.values,
    ...(encryptionFailed(values) && { declined: 'P2PE_ENCRYPTION_INVALID' }),
    ...(emv !== '' && { emv }),
  };
}

function withEmv(values: RequestFields): Step {
  const text = values.sourceOfFunds?.provided?.card?.emvRequest?.reveal();
  if (text === undefined) {
    return { values, problems: [] };
  }
  const reading = readEmv(text);
  if ('problem' in reading) {
    return { values, problems: [refused(PATHS.emv, reading.problem)] };
  }
  let populated = values;
  for (const [tag, value] of reading.tags) {
    const field = EMV_TAGS.get(tag)?.populates;
    if (field === undefined || value === '' || valueAt(values, field.field) !== undefined) {
      continue;
    }
    populated = merge(populated, emvValues(field, value));
  }
  return { values: populated, problems: [] };
}

function emvValues({ texts, secret }: EmvField, value: string): RequestFields {
  let values: RequestFields = {};
  for (const [path, text] of Object.entries(texts(value) ?? {})) {
    const held = secret === undefined ? text : new Secret(text, secret === 'SENSITIVE');
    values = merge(values, fieldAt(path as FieldPath, held));
  }
  return values;
}

/** The allowed values of `encryptionState`. */
const ENCRYPTION_STATES = ['VALID', 'INVALID'];

function encryptionFailed(values: RequestFields): boolean {
  return values.sourceOfFunds?.provided?.card?.p2pe?.encryptionState === 'INVALID';
}

function withP2pe(values: RequestFields, p2pe: P2pe | undefined): Step {
  if (values.sourceOfFunds?.provided?.card?.p2pe === undefined) {
    return { values, problems: [] };
  }
  if (p2pe === undefined) {
    const explanation = 'the merchant profile holds no key for point-to-point encryption';
    return { values, problems: [{ field: PATHS.p2pe, validationType: 'UNSUPPORTED', explanation }] };
  }
  const state = values.sourceOfFunds?.provided?.card?.p2pe?.encryptionState ?? 'VALID';
  if (!ENCRYPTION_STATES.includes(state)) {
    return { values, problems: [refused(PATHS.encryptionState, `one of ${ENCRYPTION_STATES.join(', ')}`)] };
  }
  if (encryptionFailed(values)) {
    return { values, problems: [] };
  }
  const number = decryptedNumber(values, p2pe);
  if (number === undefined) {
    const explanation = "a card number, encrypted by DUKPT under the merchant's key";
    return { values, problems: [refused(`${PATHS.p2pe}.payload`, explanation)] };
  }
  if (!number.startsWith(clearAt(values, `${PATHS.p2pe}.cardBin`) ?? '')) {
    return { values, problems: [refused(`${PATHS.p2pe}.cardBin`, 'the first digits of the encrypted card number')] };
  }
  return {
    values: merge(values, { sourceOfFunds: { provided: { card: { number: new Secret(number) } } } }),
    problems: [],
  };
}

function decryptedNumber(values: RequestFields, { bdk, decrypt }: P2pe): string | undefined {
  const keySerialNumber = clearAt(values, `${PATHS.p2pe}.keySerialNumber`);
  const payload = clearAt(values, `${PATHS.p2pe}.payload`);
  const initializationVector = clearAt(values, `${PATHS.p2pe}.initializationVector`);
  if (keySerialNumber === undefined || payload === undefined) {
    return undefined;
  }
  return decrypt({
    bdk,
    keySerialNumber,
    payload,
    ...(initializationVector !== undefined && { initializationVector }),
  });
}

/** @param given the request's own values: they show which field a track 2 came in, and so which one to report */
function withTracks(values: RequestFields, given: RequestFields): Step {
  const [text1, text2] = [clearAt(values, PATHS.track1), clearAt(values, PATHS.track2)];
  const track1 = text1 === undefined ? undefined : readTrack1(text1);
  const track2 = text2 === undefined ? undefined : readTrack2(text2);
  const filled = withTrack(withTrack(values, track2), track1);
  const field2 = given.sourceOfFunds?.provided?.card?.track2 === undefined ? PATHS.emv : PATHS.track2;
  const problems = [
    ...tooLong(PATHS.track1, text1, TRACK1_CONTENT_CHARACTERS_MAX),
    ...tooLong(field2, text2, TRACK2_CONTENT_CHARACTERS_MAX),
  ];
  if (text2 === undefined || agrees(filled, track2)) {
    return { values: filled, problems };
  }
  return {
    values: filled,
    problems: [refused(field2, 'the track 2 of a payment card, with the number and expiry of this request')],
  };
}

/** The interface's length limit includes the sentinels, so a track without them may be longer than a track can be. */
function tooLong(field: string, text: string | undefined, max: number): FieldProblem[] {
  if (text === undefined || trackContent(text).length <= max) {
    return [];
  }
  return [refused(field, `at most ${max} characters between the sentinels of a track`)];
}

/** Sets number and expiry where they are missing. */
function withTrack(values: RequestFields, track: Track | undefined): RequestFields {
  if (track === undefined) {
    return values;
  }
  const { number, expiry } = track;
  const numbered =
    values.sourceOfFunds?.provided?.card?.number === undefined
      ? merge(values, { sourceOfFunds: { provided: { card: { number: new Secret(number) } } } })
      : values;
  return expiry === undefined || values.sourceOfFunds?.provided?.card?.expiry !== undefined
    ? numbered
    : merge(numbered, { sourceOfFunds: { provided: { card: { expiry } } } });
}

/** A track without an expiry contradicts none. */
function agrees(values: RequestFields, track: Track | undefined): boolean {
  if (track === undefined || clearAt(values, PATHS.number) !== track.number) {
    return false;
  }
  const { month, year } = track.expiry ?? {};
  const given = values.sourceOfFunds?.provided?.card?.expiry;
  return month === undefined || (given?.month === month && given?.year === year);
}

function refused(field: string, explanation: string): FieldProblem {
  return { field, validationType: 'INVALID', explanation };
}

function clearAt(values: RequestFields, path: FieldPath): string | undefined {
  return secretAt(values, path)?.reveal() ?? textAt(values, path);
}
