/** Runs a command, and records its operator in the audit trail before and after. */
import { hostname, userInfo } from 'node:os';
import { type AuditEvent, AuditTrail, HeadFile } from '../../back-office/audit/index.ts';
import { readBuild } from '../../platform/build.ts';
import { type CommandCall, type CommandResult, type StoreCommand, UsageError } from '../command.ts';
import { NO_LOG } from '../no-log.ts';
import { AUDITED_COMMANDS } from './audited-commands.ts';

const clock = { now: () => Date.now() };

/** The person who runs a command. */
export interface CommandOperator {
  readonly name: string;
  /** The user of the operating system, if it differs. */
  readonly osUser?: string;
}

/** A machine's account may serve several people: `TURNPIKE_OPERATOR` names the person. */
export function operatorOf(env: Readonly<Record<string, string | undefined>>): CommandOperator {
  const osUser = userInfo().username;
  const { TURNPIKE_OPERATOR: name = '' } = env;
  return name === '' || name === osUser ? { name: osUser } : { name, osUser };
}

/**
 * Records a command that makes changes before it runs, and again with its result. The command does not run if the first
 * record fails.
 *
 * @throws any error of the command
 * @throws AuditError or StoreError
 */
export async function runAudited(
  name: string,
  call: CommandCall,
  { name: actor, osUser }: CommandOperator,
  run: StoreCommand['run'],
): Promise<CommandResult> {
  const audited = AUDITED_COMMANDS[name];
  if (audited === undefined || audited.isIdle?.(call.args) === true) {
    return asResult(await run(call));
  }
  const heads = new HeadFile(call.settings.auditHeadFile);
  const trail = new AuditTrail({ entries: call.store.audit, heads, clock, log: NO_LOG });
  const { subject = null, ...kept } = audited.kept(call.args);
  const append = (state: string, details: AuditEvent['details']) =>
    trail.append({
      action: name,
      actor,
      subject,
      details: { state, ...(osUser !== undefined && { osUser }), ...kept, ...details },
    });
  await audited.first?.(trail, call.args);
  await append('BEGUN', { host: hostname(), build: readBuild().id });
  const changes = await audited.watch?.(call);
  const result = await run(call).then(asResult, async (error: unknown) => {
    // If this entry cannot be appended, the trail has a start without an end. The operator still sees why the command
    // failed.
    await append(error instanceof UsageError ? 'MISUSED' : 'FAILED', {}).catch(() => undefined);
    throw error;
  });
  const done = async () =>
    append('DONE', { ...(result.exitCode !== 0 && { exitCode: result.exitCode }), ...(await changes?.()) });
  await done().catch((error: unknown) => {
    throw new Error(`The command was carried out, and its end is not in the audit trail: ${(error as Error).message}`);
  });
  return result;
}

function asResult(result: CommandResult | string): CommandResult {
  return typeof result === 'string' ? { text: result, exitCode: 0 } : result;
}
