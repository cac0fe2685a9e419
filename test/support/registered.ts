/** Merchants that a test registers at a running gateway, so that files with other profiles share one stack. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { createMerchant, type Merchant } from './merchant.ts';
import { API_PASSWORD, type Stack } from './stack.ts';

export const SHOP_NAME = 'Harbour Lane Books';

export interface Registered {
  readonly id: string;
  readonly merchant: Merchant;
}

let count = 0;

/**
 * @param profile beside id and name
 * @param id absent: a new one, so that no gateway has another profile of it cached
 */
export async function register(
  { dataDir, databaseUrl, origin }: Stack,
  profile: object = {},
  id?: string,
): Promise<Registered> {
  count += 1;
  const known = id ?? `SHOP${process.pid}X${count}`;
  const file = join(dataDir, `profile-${count}.json`);
  await writeFile(file, JSON.stringify({ id: known, name: SHOP_NAME, ...profile }));
  const put = ['merchant', 'put', file, '--password', API_PASSWORD];
  expect(await turnpike(dataDir, put, { DATABASE_URL: databaseUrl })).toMatchObject({ code: 0, err: '' });
  return { id: known, merchant: createMerchant(origin, API_PASSWORD, known) };
}
