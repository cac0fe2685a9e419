/** Every operator command, by name. */
import type { CliCommand } from './command.ts';
import { INSTALLATION_COMMANDS } from './installation-table.ts';
import { JSON_OPTION } from './listing.ts';
import { MERCHANT_COMMANDS } from './merchant-table.ts';
import { PAYMENT_COMMANDS } from './payment-table.ts';

export const COMMANDS: readonly CliCommand[] = [...MERCHANT_COMMANDS, ...PAYMENT_COMMANDS, ...INSTALLATION_COMMANDS];

const CALL_CHARACTERS = 140;

/** @example `turnpike notifications list [--all] [--json]` */
export function usageOf(command: CliCommand): string {
  const options = 'lists' in command ? [`[${JSON_OPTION}]`] : [];
  return ['turnpike', command.name, command.args, ...options].filter((part) => part !== '').join(' ');
}

export const USAGE = COMMANDS.map((command) => usageOf(command).padEnd(CALL_CHARACTERS) + command.summary).join('\n');
