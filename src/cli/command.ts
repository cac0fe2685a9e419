/** What every command of the operator's command line gets. */
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';

export class UsageError extends Error {}

export interface CommandCall {
  readonly store: Store;
  readonly settings: Settings;
  /** What stands behind the command's words. */
  readonly args: readonly string[];
  /** How the command is called. */
  readonly usage: string;
}

/** What a command prints, where its exit code says something as well. */
export interface CommandResult {
  readonly text: string;
  readonly exitCode: number;
}

export interface Command {
  readonly name: string;
  readonly args: string;
  readonly summary: string;
  /** It brings an older schema to this program's; every other command refuses one. */
  readonly migrates?: true;
  /** @returns what is printed @throws UsageError when it was called wrongly, for exit code 2 */
  readonly run: (call: CommandCall) => Promise<CommandResult | string>;
}
