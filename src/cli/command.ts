/** What every operator command receives. */
import type { Settings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';

export class UsageError extends Error {}

export interface CommandCall {
  readonly store: Store;
  readonly settings: Settings;
  /** The words after the command's name. */
  readonly args: readonly string[];
  /** How the command is called. */
  readonly usage: string;
}

/** A command's output, when its exit code has a meaning too. */
export interface CommandResult {
  readonly text: string;
  readonly exitCode: number;
}

export interface Command {
  readonly name: string;
  readonly args: string;
  readonly summary: string;
  /** It migrates an older schema to this program's; every other command refuses one. */
  readonly migrates?: true;
  /** @returns the output @throws UsageError on a wrong call, for exit code 2 */
  readonly run: (call: CommandCall) => Promise<CommandResult | string>;
}
