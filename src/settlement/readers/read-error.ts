/** A file that is not what its format says. The message names the place, and nothing that stands there. */
export class SettlementFileError extends Error {}

/** @param line as an editor counts them, from 1 */
export function atLine(line: number, problem: string): SettlementFileError {
  return new SettlementFileError(`line ${line}: ${problem}`);
}
