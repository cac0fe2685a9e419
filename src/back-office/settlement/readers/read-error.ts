/** A file does not match its format. The message has the position but not the contents. */
export class SettlementFileError extends Error {}

/** @param line numbered from 1, as in editors */
export function atLine(line: number, problem: string): SettlementFileError {
  return new SettlementFileError(`line ${line}: ${problem}`);
}
