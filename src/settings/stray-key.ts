/**
 * Handles a sandbox whose key file was lost: the newly generated key cannot decrypt the store, so its file would only
 * mislead the operator.
 */
import { LackingKeyError } from '../adapters/vault/index.ts';
import { forgetNewSandboxKey } from './sandbox-key.ts';

/**
 * Removes the key that this process has generated, if the store needs another key. @returns the error for the operator
 */
export function withoutStrayKey(error: unknown, dataDir: string): unknown {
  const file = error instanceof LackingKeyError ? forgetNewSandboxKey(dataDir) : undefined;
  if (file === undefined) {
    return error;
  }
  const { message } = error as LackingKeyError;
  return new Error(`${message} The file ${file}, which held it, was missing: restore it, or remove the store too.`);
}
