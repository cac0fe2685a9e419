/** Handles a sandbox with a lost key file: the newly generated key cannot decrypt the store and would only mislead. */
import { LackingKeyError } from '../adapters/vault/index.ts';
import { forgetNewSandboxKey } from './sandbox-key.ts';

/** Removes a key that this process has generated in vain. @returns the error for the operator */
export function withoutStrayKey(error: unknown, dataDir: string): unknown {
  const file = error instanceof LackingKeyError ? forgetNewSandboxKey(dataDir) : undefined;
  if (file === undefined) {
    return error;
  }
  const { message } = error as LackingKeyError;
  return new Error(`${message} The file ${file}, which held it, was missing: restore it, or remove the store too.`);
}
