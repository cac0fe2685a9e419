/** Saved views of the list of orders: implements the console's port over any engine. */
import type { ConsoleViews, StoredView } from '../../../console/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import * as statements from './view-statements.ts';

const SHARED = 1;
const OWN = 0;

export class StoredConsoleViews extends Repository implements ConsoleViews {
  async add({ isShared, ...view }: StoredView): Promise<void> {
    const row = { ...view, isShared: isShared ? SHARED : OWN };
    await this.engine.commit({ writes: [write(statements.insertView, row)] });
  }

  async visible(merchantKey: number, personKey: number, limit: number): Promise<readonly StoredView[]> {
    const rows = await this.engine.read(statements.viewsFor, { merchantKey, personKey, shared: SHARED, limit });
    return rows.map(viewFrom);
  }

  async find(key: number): Promise<StoredView | undefined> {
    const [row] = await this.engine.read(statements.findView, { key });
    return row && viewFrom(row);
  }

  replace({ key, sealed }: StoredView, after: Uint8Array): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.replaceView, { key, before: sealed, after }), writes: [] });
  }

  async touch(key: number, now: number): Promise<void> {
    await this.engine.commit({ writes: [write(statements.touchView, { key, now })] });
  }

  delete(key: number): Promise<boolean> {
    return this.engine.commit({ guard: write(statements.deleteView, { key }), writes: [] });
  }
}

function viewFrom(row: NonNullable<(typeof statements.findView)['row']>): StoredView {
  return {
    key: Number(row.key),
    merchantKey: Number(row.merchant_key),
    personKey: Number(row.person_key),
    isShared: Number(row.is_shared) === SHARED,
    sealed: row.sealed_view,
    usedAt: Number(row.used_at),
  };
}
