/**
 * `versions FILE.json [--operation NAME] [--json]`: tells which versions of the interface accept a request's body, and
 * which of its fields each ignores, refuses or requires. It needs no store. Card numbers are masked in the output.
 */
import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { OPERATION_NAMES, selector } from '../../contract/calls.ts';
import { withoutCardNumbers } from '../../contract/card-data-mask.ts';
import { isJsonObject, JsonError, type JsonObject, readJson } from '../../contract/json.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import { JSON_OPTION, jsonLine } from '../listing.ts';
import { printable } from '../printable.ts';
import { acceptedVersions, type VersionRange } from './accepted-versions.ts';

/** The gateway accepts no longer body. */
const FILE_BYTES_MAX = 64 * 1024;
/** Operations with a body that `apiOperation` does not select. */
const UNNAMED = OPERATION_NAMES.filter((name) => {
  const operation = OPERATIONS[name];
  return selector(operation) === undefined && operation.method !== 'GET' && operation.method !== 'DELETE';
});
const STDIN = '-';
const NO_VERSION = 1;

/**
 * @param stdin the standard input, for `-`
 * @returns exit code 1 if no version accepts the body
 */
export async function showVersions(
  { args, usage }: Pick<LoneCall, 'args' | 'usage'>,
  stdin: AsyncIterable<unknown> = process.stdin,
): Promise<CommandResult> {
  const { file, operation, isJson } = readArguments(args, usage);
  const body = await readBody(file, stdin);
  const name = operationOf(operation, body);
  const ranges = acceptedVersions(OPERATIONS[name], body);
  const lines = isJson
    ? ranges.map(({ exists, ...range }) => jsonLine({ operation: name, ...range, ...(!exists && { exists }) }))
    : [name, ...ranges.flatMap(linesOf)];
  const isAccepted = ranges.some(({ accepted }) => accepted);
  return { text: withoutCardNumbers(lines.join('\n')), exitCode: isAccepted ? 0 : NO_VERSION };
}

function readArguments(args: readonly string[], usage: string) {
  try {
    const options = { operation: { type: 'string' }, [JSON_OPTION.slice(2)]: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [file, ...rest] = positionals;
    if (file !== undefined && rest.length === 0) {
      const { operation } = values as { readonly operation?: string };
      return { file, operation, isJson: args.includes(JSON_OPTION) };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** @throws UsageError if the file cannot be read, is too large, or is no JSON object */
async function readBody(file: string, stdin: AsyncIterable<unknown>): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of file === STDIN ? stdin : createReadStream(file)) {
      const bytes = Buffer.from(chunk as Uint8Array);
      length += bytes.length;
      if (length > FILE_BYTES_MAX) {
        throw new UsageError(`${nameOf(file)} is larger than ${FILE_BYTES_MAX} bytes, as no request may be.`);
      }
      chunks.push(bytes);
    }
    const body = readJson(Buffer.concat(chunks));
    if (isJsonObject(body)) {
      return body;
    }
  } catch (error) {
    if (error instanceof JsonError) {
      throw new UsageError(`${nameOf(file)} is not valid ${printable(withoutCardNumbers(error.message))}.`);
    }
    if (error instanceof UsageError) {
      throw error;
    }
    throw new UsageError(`${nameOf(file)} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
  }
  throw new UsageError(`${nameOf(file)} has no JSON object: pass the body of one request.`);
}

const nameOf = (file: string): string => (file === STDIN ? 'The standard input' : printable(file));

/** The operation that is named, or that the body's `apiOperation` selects. */
function operationOf(given: string | undefined, { apiOperation }: JsonObject): ContractOperation {
  const wanted = given ?? apiOperation;
  if (wanted === undefined || wanted === null) {
    throw new UsageError(
      `The body has no apiOperation: name its operation with --operation. Operations without one: ${UNNAMED.join(', ')}.`,
    );
  }
  const known =
    given === undefined
      ? OPERATION_NAMES.find((name) => selector(OPERATIONS[name]) === wanted)
      : OPERATION_NAMES.find((name) => name === given);
  if (known === undefined) {
    const text = typeof wanted === 'string' ? printable(withoutCardNumbers(wanted)).slice(0, 40) : 'of another type';
    const names = OPERATION_NAMES.filter((name) => OPERATIONS[name].method !== 'GET').join(', ');
    throw new UsageError(`There is no operation ${text}. Operations with a body: ${names}.`);
  }
  return known;
}

/** A line of the verdict, and one for each kind of field that it is about. */
function linesOf(range: VersionRange): string[] {
  const { from, to, accepted, exists, ignored, withoutEffect, refused, missing } = range;
  const versions = from === to ? `version ${from}` : `versions ${from} to ${to}`;
  const verdict = !exists ? 'no such operation' : accepted ? 'accepted' : 'refused';
  const part = (label: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`  ${label}: ${paths.map(printable).join(', ')}`];
  return [
    `${versions}: ${verdict}`,
    ...refused.map(
      ({ field, validationType, explanation }) => `  ${validationType} ${printable(field)}: ${printable(explanation)}`,
    ),
    ...part(accepted ? 'the session or token has to have' : 'missing', missing),
    ...part('ignored, as if absent', ignored),
    ...part('accepted without effect', withoutEffect),
  ];
}
