/** Packages of Debian and its derivatives. */
import { output, StepFailure } from './step.mjs';

/**
 * @param {readonly (readonly string[])[]} choices alternative lists of packages; installs the first that is available
 * @throws {StepFailure} without root or apt, and if no choice can be installed
 */
export async function installFromDebian(...choices) {
  if (process.getuid?.() !== 0) {
    throw new StepFailure(`Debian's ${choices.at(-1)?.join(', ')} needs root to be installed.`);
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await output('apt-get', ['update'], { env });
  /** @type {unknown} */
  let failure;
  for (const names of choices) {
    try {
      await output('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
