/** Who signs in when: several keys of a token have one PIN, and each wrong one brings the token nearer to its lock. */
import { HelperProblem } from './helper-process.ts';
import type { KeyAddress } from './uri.ts';

/** Of one process. */
export class SignIns {
  /** By library and PIN: the last one that signs in, and whether it was refused. */
  readonly #last = new Map<string, Promise<HelperProblem | undefined>>();

  /**
   * One after the other where library and PIN are the same. Which token an address means, only the library knows.
   * @throws HelperProblem of the first one that was refused; what `signIn` throws
   */
  async next<SignedIn>({ module, pin }: KeyAddress, signIn: () => Promise<SignedIn>): Promise<SignedIn> {
    const line = JSON.stringify([module, pin]);
    const before = this.#last.get(line);
    const { promise, resolve } = Promise.withResolvers<HelperProblem | undefined>();
    this.#last.set(line, promise);
    const refused = await before;
    if (refused !== undefined) {
      resolve(refused);
      throw refused;
    }
    try {
      return await signIn();
    } catch (error) {
      resolve(isRefused(error) ? error : undefined);
      throw error;
    } finally {
      resolve(undefined);
    }
  }
}

export function isRefused(error: unknown): error is HelperProblem {
  return error instanceof HelperProblem && error.kind === 'REFUSED';
}
