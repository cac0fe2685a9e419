/** The logo of a merchant's payment pages. */
import { readFileSync } from 'node:fs';
import { LogoError, readLogo } from '../back-office/logos/index.ts';
import { type CommandCall, UsageError } from './command.ts';

const REMOVE_FLAG = '--none';

/** Validates the file here, so that a running gateway does not parse an untrusted one. */
export async function putLogo({ store, args, usage }: CommandCall): Promise<string> {
  const [id, file, ...rest] = args;
  if (id === undefined || file === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(id);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${id}.`);
  }
  if (file === REMOVE_FLAG) {
    await store.logos.remove(merchant.key);
    return `${id} has no logo.`;
  }
  const logo = readLogoFile(file);
  await store.logos.put(merchant.key, logo);
  return `${id} has a logo of ${logo.bytes.length} bytes.`;
}

function readLogoFile(file: string) {
  const bytes = readFileSync(file);
  try {
    return readLogo(bytes);
  } catch (error) {
    throw error instanceof LogoError ? new Error(`${file} is not stored: ${error.message}`) : error;
  }
}
