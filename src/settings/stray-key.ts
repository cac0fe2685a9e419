/** A sandbox whose key file was lost: the key that was made in its place opens nothing, and would only mislead. */
import { LackingKeyError } from '../vault/index.ts';
import { forgetNewSandboxKey } from './sandbox-key.ts';

/** @returns the error for the operator, once a key that this process has made in vain is removed */
export function withoutStrayKey(error: unknown, dataDir: string): unknown {
  const file = error instanceof LackingKeyError ? forgetNewSandboxKey(dataDir) : undefined;
  if (file === undefined) {
    return error;
  }
  const { message } = error as LackingKeyError;
  return new Error(`${message} The file ${file}, which held it, was missing: restore it, or remove the store too.`);
}
