/**
 * Converts the card data of a terminal to the fields of a payment. Precedence, highest first:
 *
 * - number: P2PE payload, explicit field, EMV tag, track 2, track 1
 * - expiry: explicit field, EMV tag, track 2, track 1
 * - others: explicit field, EMV tag
 *
 * A decrypted number takes precedence over an explicit one because it is from the card at the terminal. A merchant with
 * P2PE does not have that number in clear, so an explicit number can only have been typed. An EMV tag in addition to
 * its field is ignored, as the interface specifies. A track 2 must match the resulting number and expiry, because two
 * cards in one request are an error. A track 1, for which the interface has no such rule, only fills in missing values.
 */
import { readEmv, shownEmv } from '../../contract/card-present/emv.ts';
import type { EmvField, EmvPath } from '../../contract/card-present/emv-fields.ts';
import { EMV_TAGS } from '../../contract/card-present/emv-tags.ts';
import {
  readTrack1,
  readTrack2,
  TRACK1_CONTENT_CHARACTERS_MAX,
  TRACK2_CONTENT_CHARACTERS_MAX,
  type Track,
  trackContent,
} from '../../contract/card-present/track.ts';
import { type FieldProblem, invalidFields, invalidProblem } from '../../contract/interface-error.ts';
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

/** Encrypted data from a terminal, and the inputs for its decryption. */
export interface P2peMessage {
  /** 32 hex digits. */
  readonly bdk: string;
  /** 20 hex digits. */
  readonly keySerialNumber: string;
  /** The encrypted data, in hex. */
  readonly payload: string;
  /** 16 hex digits. */
  readonly initializationVector?: string;
}

/** A merchant's P2PE: its base derivation key, and the vault's decryption. */
export interface P2pe {
  readonly bdk: string;
  /** Does not throw. @returns the card number, 9 to 19 digits; undefined if the payload contains no number */
  readonly decrypt: (message: P2peMessage) => string | undefined;
}

export interface CardPresent {
  /** The request's values, merged with the terminal's card data. */
  readonly values: RequestFields;
  /** The terminal reports that its encryption failed: its data was not decrypted, and the payment is declined. */
  readonly declined?: 'P2PE_ENCRYPTION_INVALID';
  /** `emvRequest` without the tags that responses must not show; absent if no other tag remains. */
  readonly emv?: string;
}

/** The values after a step, and the problems that it found. */
interface Step {
  readonly values: RequestFields;
  readonly problems: readonly FieldProblem[];
}

/**
 * Idempotent: its result is returned unchanged when it is passed in again.
 *
 * @param values the request merged over its session, but not over a token: the terminal's data counts as the request's
 *   own, and a token's number must not count as an explicit one
 * @param p2pe absent if the merchant's profile has no key
 * @throws InterfaceError naming each refused field
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
    declined: encryptionFailed(values) ? 'P2PE_ENCRYPTION_INVALID' : undefined,
    emv: emv === '' ? undefined : emv,
  };
}

function withEmv(values: RequestFields): Step {
  const text = values.sourceOfFunds?.provided?.card?.emvRequest?.reveal();
  if (text === undefined) {
    return { values, problems: [] };
  }
  const reading = readEmv(text);
  if ('problem' in reading) {
    return { values, problems: [invalidProblem(PATHS.emv, reading.problem)] };
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
    values = merge(values, fieldAt(path as EmvPath, held));
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
    return { values, problems: [invalidProblem(PATHS.encryptionState, `one of ${ENCRYPTION_STATES.join(', ')}`)] };
  }
  if (encryptionFailed(values)) {
    return { values, problems: [] };
  }
  const number = decryptedNumber(values, p2pe);
  if (number === undefined) {
    const explanation = "a card number, encrypted by DUKPT under the merchant's key";
    return { values, problems: [invalidProblem(`${PATHS.p2pe}.payload`, explanation)] };
  }
  if (!number.startsWith(clearAt(values, `${PATHS.p2pe}.cardBin`) ?? '')) {
    return {
      values,
      problems: [invalidProblem(`${PATHS.p2pe}.cardBin`, 'the first digits of the encrypted card number')],
    };
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
  return decrypt({ bdk, keySerialNumber, payload, initializationVector });
}

/** @param given the request's own values; they determine under which field a problem of the track 2 data is reported */
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
    problems: [invalidProblem(field2, 'the track 2 of a payment card, with the number and expiry of this request')],
  };
}

/** The interface's length limit includes the sentinels, so a track without them may exceed the limit of a track. */
function tooLong(field: string, text: string | undefined, max: number): FieldProblem[] {
  if (text === undefined || trackContent(text).length <= max) {
    return [];
  }
  return [invalidProblem(field, `at most ${max} characters between the sentinels of a track`)];
}

/** Sets number and expiry if they are missing. */
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

/** True if the track has the request's number and expiry. A track without an expiry matches all. */
function agrees(values: RequestFields, track: Track | undefined): boolean {
  if (track === undefined || clearAt(values, PATHS.number) !== track.number) {
    return false;
  }
  const { month, year } = track.expiry ?? {};
  const given = values.sourceOfFunds?.provided?.card?.expiry;
  return month === undefined || (given?.month === month && given?.year === year);
}

function clearAt(values: RequestFields, path: FieldPath): string | undefined {
  return secretAt(values, path)?.reveal() ?? textAt(values, path);
}
