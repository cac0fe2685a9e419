/** `provider check ID`: tests an adapter's promises with a simulator of its provider. */
import {
  conformance,
  conformanceReport,
  isConforming,
  validateStandIn,
} from '../adapters/providers/conformance/index.ts';
import { type CheckedProvider, providerIds, providerOf } from '../adapters/providers/index.ts';
import { type CommandResult, type LoneCall, UsageError } from './command.ts';
import { printable } from './printable.ts';
import { SIMULATORS } from './simulators/simulators.ts';

/** Needs no store or settings: the simulator supplies the adapter's settings. */
export async function checkProvider({ args, usage }: LoneCall): Promise<CommandResult> {
  const [id, ...rest] = args;
  if (id === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const provider = providerOf(id);
  if (provider === undefined) {
    throw new UsageError(
      `There is no provider ${printable(id)}. There are ${providerIds().join(', ')}, and those that PROVIDERS names.`,
    );
  }
  const simulator = await simulatorOf(provider);
  try {
    const findings = await conformance(provider, simulator);
    const printed = findings.map(({ reason, ...finding }) => ({
      ...finding,
      reason: reason === undefined ? undefined : printable(reason),
    }));
    const title = `${id} (${provider.facts.name}), ${provider.source ?? 'of Turnpike itself'}`;
    return { text: conformanceReport(title, printed), exitCode: isConforming(findings) ? 0 : 1 };
  } finally {
    await simulator.close();
  }
}

async function simulatorOf({ id, source, standIn = SIMULATORS[id] }: CheckedProvider) {
  if (standIn === undefined) {
    const whose = source === undefined ? `${id} has` : `${source} exports`;
    throw new Error(`${whose} no stand-in, beside which it could be tried. Add provider.standIn.`);
  }
  try {
    return await validateStandIn(await standIn());
  } catch (error) {
    throw new Error(`The stand-in of ${id} did not start: ${error instanceof Error ? error.message : String(error)}`);
  }
}
