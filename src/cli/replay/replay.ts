/** `replay FILE`: plays a replay bundle in a world of the sandbox, and compares the order with the recorded one. */

import { type CommandResult, type LoneCall, UsageError } from '../command.ts';
import type { BundleContents } from '../record/bundle.ts';
import { readBundle } from '../record/read-bundle.ts';
import { differences } from './compare.ts';
import { play, untilSame } from './play.ts';

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
    const played = await play(world, bundle);
    const found = await untilSame(
      world,
      () => differences(bundle, played),
      ({ length }) => length === 0,
    );
    const { skipped } = played;
    const isSame = found.length === 0 && skipped.length === 0;
    const lines = [
      ...skipped.map(({ step, because }) => `not replayed: ${step}: ${because}`),
      ...found.map((difference) => `differs: ${difference}`),
      isSame
        ? `The replay is the same: ${countsOf(bundle)}.`
        : `The replay is not the same: ${found.length} differences, ${skipped.length} steps not replayed.`,
    ];
    return { text: lines.join('\n'), exitCode: isSame ? 0 : 1 };
  } finally {
    await world.stop();
  }
}

function countsOf({ order, transactions, notifications }: BundleContents): string {
  return `${order.status}, ${transactions.length} transactions, ${notifications.length} notifications`;
}

/** Members of the world's merchant that the recorded order shows. */
function profileFor({ transactions, authentications }: BundleContents): Readonly<Record<string, unknown>> {
  return {
    ...(transactions.every(({ isNotified }) => isNotified === undefined) && { notification: undefined }),
    ...(authentications.length === 0 && { payerAuthentication: undefined }),
  };
}
