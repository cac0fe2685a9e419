/** The command `reconcile`, as the command line runs it, beside a gateway in this process, with its output parsed. */

import { openStore } from '../../src/adapters/store/store.ts';
import { reconcile } from '../../src/cli/reconcile.ts';
import { readSettings } from '../../src/settings/settings.ts';

export interface Reconciled {
  readonly code: number;
  /** The cells of each line except the last. */
  readonly lines: readonly (readonly string[])[];
  readonly count: string;
}

/** @param gateway the owner of the store @param args arguments of `reconcile` */
export async function reconciled(
  { folder, databaseUrl }: { readonly folder: string; readonly databaseUrl: string },
  ...args: readonly string[]
): Promise<Reconciled> {
  const settings = readSettings({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
  const store = await openStore(databaseUrl, { owner: false });
  try {
    const { text, exitCode } = await reconcile({
      store,
      settings,
      args,
      usage: 'turnpike reconcile',
      progress: () => undefined,
    });
    const lines = text.split('\n');
    return { code: exitCode, lines: lines.slice(0, -1).map((line) => line.split('\t')), count: lines.at(-1) ?? '' };
  } finally {
    await store.close();
  }
}
