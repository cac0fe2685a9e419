/** The artwork of card schemes and wallets on payers' pages. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LogoError } from '../back-office/logos/index.ts';
import {
  installMarks,
  MARK_FILES,
  type Mark,
  PACKED_BYTES_MAX,
  packedBytes,
  readMark,
  removeMarks,
} from '../back-office/marks/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';

/** Larger files are not opened: a mark has at most a tenth. */
const FILE_BYTES_MAX = 65_536;
const RESTART = 'Gateways show them from their next start on.';

interface Outcome {
  readonly line: string;
  readonly installed?: { readonly name: string; readonly text: string; readonly mark: Mark };
  readonly isWrong?: true;
}

/** Validates every file here, so that a running gateway does not parse an untrusted one. Replaces all marks. */
export async function installMarksCommand({ settings, args, usage }: CommandCall): Promise<CommandResult> {
  const [folder, ...rest] = args;
  if (folder === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const outcomes = readdirSync(folder)
    .sort()
    .map((file) => outcomeOf(folder, file));
  const installed = outcomes.flatMap((one) => one.installed ?? []);
  const lines = outcomes.map(({ line }) => line);
  const refused = refusal(outcomes, installed);
  if (refused !== undefined) {
    return { text: [...lines, refused].join('\n'), exitCode: 1 };
  }
  installMarks(settings.dataDir, Object.fromEntries(installed.map(({ name, text }) => [name, text])));
  return { text: [...lines, `Installed ${installed.length} marks. ${RESTART}`].join('\n'), exitCode: 0 };
}

function outcomeOf(folder: string, file: string): Outcome {
  const name = MARK_FILES[file.toLowerCase()];
  if (name === undefined) {
    return { line: `${file}: ignored, no brand has this name` };
  }
  const path = join(folder, file);
  const { size } = statSync(path);
  if (size > FILE_BYTES_MAX) {
    return { line: `${file}: refused, it has ${size} bytes`, isWrong: true };
  }
  try {
    const bytes = readFileSync(path);
    const mark = readMark(name, bytes);
    const installed = { name, text: bytes.toString('utf8'), mark };
    return { line: `${file}: fine, ${packedBytes({ [name]: mark })} bytes compressed`, installed };
  } catch (error) {
    const reason = error instanceof LogoError ? error.message : 'it cannot be read';
    return { line: `${file}: refused, ${reason}`, isWrong: true };
  }
}

/** @returns the reason to install nothing, since half a set would mix official artwork with drawings unnoticed */
function refusal(outcomes: readonly Outcome[], installed: readonly NonNullable<Outcome['installed']>[]) {
  if (outcomes.some(({ isWrong }) => isWrong)) {
    return 'Nothing was installed: correct or remove the refused files.';
  }
  if (installed.length === 0) {
    return `Nothing was installed. Names of files: ${Object.keys(MARK_FILES).join(', ')}.`;
  }
  const bytes = packedBytes(Object.fromEntries(installed.map(({ name, mark }) => [name, mark])));
  return bytes > PACKED_BYTES_MAX
    ? `Nothing was installed: together they have ${bytes} bytes compressed, and ${PACKED_BYTES_MAX} are allowed.`
    : undefined;
}

export async function removeMarksCommand({ settings, args, usage }: CommandCall): Promise<string> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  return removeMarks(settings.dataDir)
    ? 'The marks were removed. Gateways show our own drawings from their next start on.'
    : 'No marks were installed.';
}
