/** `replay FILE`: plays a replay bundle in a world of the sandbox, and compares the order with the recorded one. */

import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import type { BundleContents } from '../record/bundle.ts';
import { readBundle } from '../record/read-bundle.ts';
import { compared } from './compared.ts';
import { SandboxStage } from './sandbox-stage.ts';

export async function replay({ args, usage }: Pick<LoneCall, 'args' | 'usage'>): Promise<CommandResult> {
  const [file, ...rest] = args;
  if (file === undefined || rest.length > 0 || file.startsWith('-')) {
    throw new UsageError(usage);
  }
  const bundle = readBundle(file);
  // Loads the gateway and the sandbox, which no other command needs.
  const { openWorld } = await import('../../world/world.ts');
  const world = await openWorld({ profile: profileFor(bundle) });
  try {
    const { lines, isSame } = await compared(new SandboxStage(world, bundle), bundle);
    return { text: lines.join('\n'), exitCode: isSame ? 0 : 1 };
  } finally {
    await world.stop();
  }
}

/** Members of the world's merchant that the recorded order shows. */
function profileFor({ transactions, authentications }: BundleContents): Readonly<Record<string, unknown>> {
  return {
    ...(transactions.every(({ isNotified }) => isNotified === undefined) && { notification: undefined }),
    ...(authentications.length === 0 && { payerAuthentication: undefined }),
  };
}
