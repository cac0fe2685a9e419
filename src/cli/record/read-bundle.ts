/** Reads a replay bundle, and refuses one that was changed, cut off, or holds card data. */
import { readFileSync, statSync } from 'node:fs';
import type { z } from 'zod';
import { holdsCardData } from '../../contract/card-data.ts';
import { luhn } from '../../contract/card-rules.ts';
import { VERSION_MAX } from '../../contract/field.ts';
import { UsageError } from '../command.ts';
import { BUNDLE_BYTES_MAX, BUNDLE_FORMAT, BUNDLE_SCHEMA, type BundleContents, bundleForm, digestOf } from './bundle.ts';

/** Names of members for data that may not be stored in any form. */
const SECRET_NAMES = /^(?:security_?code|cvv2?|cvc2?|csc|pin|track_?[12](?:data)?|password|pan|card_?number)$/i;
/** A number of a card without any separators. */
const CARD_DIGITS = /(?<!\d)\d{13,19}(?!\d)/g;
/** The deepest member of a bundle is in a list, of a list, of an object. */
const DEPTH_MAX = 8;

/** @throws UsageError with one sentence that does not quote the file */
export function readBundle(file: string): BundleContents {
  return parseBundle(textOf(file), file);
}

/** Like `readBundle`, for a text. @param file its name, for messages */
export function parseBundle(text: string, file: string): BundleContents {
  // Editors of Windows begin a file with a byte order mark.
  const json = text.replace(/^\ufeff/, '');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${file} is cut off, or no JSON.`);
  }
  const found = forbidden(value);
  if (found !== undefined) {
    throw new UsageError(`${file} has ${found}. Delete it: a bundle has no card data.`);
  }
  if (!isObject(value) || value.format !== BUNDLE_FORMAT) {
    throw new UsageError(`${file} is no replay bundle: turnpike record writes one.`);
  }
  if (value.schema !== BUNDLE_SCHEMA) {
    throw new UsageError(
      `${file} has ${schemaIn(value.schema)}, and this program replays the schema ${BUNDLE_SCHEMA}.`,
    );
  }
  if (value.digest !== digestOf(value)) {
    throw new UsageError(`${file} was changed after it was recorded: its digest does not match. Record it again.`);
  }
  // A member that is there twice hides its first value from the digest.
  if (withoutSpace(json) !== withoutSpace(JSON.stringify(value))) {
    throw new UsageError(`${file} was changed after it was recorded: a member is there twice, or spelled otherwise.`);
  }
  const read = bundleForm.safeParse(value);
  if (!read.success) {
    throw new UsageError(`${file} ${newerInterface(value) ?? problemOf(read.error.issues[0])}`);
  }
  const { digest: _, ...contents } = read.data;
  if (!pointsInside(contents)) {
    throw new UsageError(`${file} refers to a transaction that it does not have.`);
  }
  return contents;
}

function schemaIn(schema: unknown): string {
  if (schema === undefined) {
    return 'no schema';
  }
  return typeof schema === 'number' ? `the schema ${schema}` : 'a schema that is no number';
}

/** No text in a bundle has white space. */
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

function textOf(file: string): string {
  try {
    const { size } = statSync(file);
    if (size > BUNDLE_BYTES_MAX) {
      throw new UsageError(`${file} has ${size} bytes, and a bundle has at most ${BUNDLE_BYTES_MAX}.`);
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file} cannot be read.`);
  }
}

/** @returns the kind of data that no bundle may have, in any name or value; undefined if there is none */
function forbidden(value: unknown, depth = 0): string | undefined {
  if (depth > DEPTH_MAX) {
    return 'members inside members, deeper than a bundle has them';
  }
  if (typeof value === 'string' || typeof value === 'number') {
    return holdsCard(`${value}`) ? 'a card number or track data' : undefined;
  }
  if (!isObject(value)) {
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    if (SECRET_NAMES.test(name)) {
      return 'a member for card data or a password';
    }
    const found = forbidden(name, depth + 1) ?? forbidden(member, depth + 1);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Also finds numbers of cards of no known brand, which pass the check digit. */
function holdsCard(text: string): boolean {
  return holdsCardData(text) || (text.match(CARD_DIGITS) ?? []).some(luhn);
}

/** A newer gateway has versions, words and codes that this program does not know. */
function newerInterface({ gateway }: Readonly<Record<string, unknown>>): string | undefined {
  const newest = isObject(gateway) ? gateway.interface : undefined;
  return typeof newest === 'number' && newest > VERSION_MAX
    ? `was recorded with the interface ${newest}, and this program has it up to ${VERSION_MAX}.`
    : undefined;
}

function problemOf(issue: z.core.$ZodIssue | undefined): string {
  const path = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys') {
    return `has an unknown member ${path === '' ? 'at the top' : `in ${path}`}.`;
  }
  return `has no valid ${path}.`;
}

/** Whether every place that a row names is in the list of transactions. A target comes before what acts on it. */
function pointsInside({ transactions, authentications, providerEvents, ...more }: BundleContents): boolean {
  const places = [
    ...authentications.map(({ usedBy }) => usedBy),
    ...[...providerEvents, ...more.latePayments, ...more.notifications].map((one) => one.transaction),
  ];
  return (
    places.every((place) => place === undefined || place <= transactions.length) &&
    transactions.every(({ target }, index) => target === undefined || target <= index)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
