/** A finding of a command's check, and the report of findings. */
import type { CommandResult } from './command.ts';
import { printable } from './printable.ts';

/** WELL; DOUBTFUL: look at it; FAILS: a function will not work until it is fixed. */
export type Level = 'DOUBTFUL' | 'FAILS' | 'WELL';

export interface CheckFinding {
  readonly level: Level;
  /** The state found, as a sentence without secrets. */
  readonly says: string;
  /** The remedy, unless the level is WELL. */
  readonly remedy?: string;
}

export function well(says: string): CheckFinding {
  return { level: 'WELL', says };
}

export function doubtful(says: string, remedy: string): CheckFinding {
  return { level: 'DOUBTFUL', says, remedy };
}

export function fails(says: string, remedy: string): CheckFinding {
  return { level: 'FAILS', says, remedy };
}

/** A finding with the name of its check. */
export interface CheckLine extends CheckFinding {
  readonly check: string;
}

/**
 * @param about the checked subject, for the JSON output
 * @returns the lines as text or JSON, with exit code 1 if a finding FAILS
 */
export function findingsReport(
  lines: readonly CheckLine[],
  isJson: boolean,
  about: Readonly<Record<string, string | null>>,
): CommandResult {
  const level = worstLevel(lines);
  return {
    text: isJson ? JSON.stringify({ ...about, level, findings: lines }, null, 2) : reportText(lines),
    exitCode: level === 'FAILS' ? 1 : 0,
  };
}

function worstLevel(lines: readonly CheckLine[]): Level {
  const levels: readonly Level[] = ['FAILS', 'DOUBTFUL', 'WELL'];
  return levels.find((level) => lines.some((line) => line.level === level)) ?? 'WELL';
}

const MARKS: Readonly<Record<Level, string>> = { WELL: 'well', DOUBTFUL: 'doubtful', FAILS: 'WILL FAIL' };
const MARK_CHARACTERS = 11;
const NAME_CHARACTERS_MIN = 18;

function reportText(lines: readonly CheckLine[]): string {
  const count = (level: Level) => lines.filter((line) => line.level === level).length;
  const nameCharacters = Math.max(NAME_CHARACTERS_MIN, ...lines.map(({ check }) => check.length + 2));
  return [
    ...lines.map(
      ({ check, level, says, remedy }) =>
        MARKS[level].padEnd(MARK_CHARACTERS) +
        check.padEnd(nameCharacters) +
        printable(remedy === undefined ? says : `${says} To do: ${remedy}.`),
    ),
    `${count('WELL')} well, ${count('DOUBTFUL')} doubtful, ${count('FAILS')} will fail.`,
  ].join('\n');
}
