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
  /** Prints a line while the command still works. */
  readonly progress: (line: string) => void;
}

/** A command's output, when its exit code has a meaning too. */
export interface CommandResult {
  readonly text: string;
  readonly exitCode: number;
  /** For the person at the terminal: a script that reads the output does not get it. */
  readonly note?: string;
}

/** A command that opens what it needs by itself, as what it may find is that it cannot. */
export interface LoneCall extends Pick<CommandCall, 'args' | 'usage'> {
  readonly env: NodeJS.ProcessEnv;
}

interface Named {
  readonly name: string;
  readonly args: string;
  readonly summary: string;
}

export interface LoneCommand extends Named {
  /** @returns the output @throws UsageError on a wrong call, for exit code 2 */
  readonly runAlone: (call: LoneCall) => Promise<CommandResult>;
}

export interface StoreCommand extends Named {
  /** It migrates an older schema to this program's; every other command refuses one. */
  readonly migrates?: true;
  /** It erases: what the store logged before it does not stay either. */
  readonly erases?: true;
  /** It works on a store that was just put in place, on which no gateway runs yet. */
  readonly isFirst?: (args: readonly string[]) => boolean;
  /** @returns the output @throws UsageError on a wrong call, for exit code 2 */
  readonly run: (call: CommandCall) => Promise<CommandResult | string>;
}

export type Command = LoneCommand | StoreCommand;
