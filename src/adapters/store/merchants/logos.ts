/** Merchants' logos, stored as the files that are served. */
import type { Kysely } from 'kysely';
import type { Logo, LogoType } from '../../../back-office/logos/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const findLogo = statement((db, p: Placeholder<{ hash: string }>) =>
  db.selectFrom('merchant_logo').select(['type', 'bytes']).where('hash', '=', p('hash')),
);
interface Row {
  readonly key: number;
  readonly hash: string;
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const fileOf = (p: Placeholder<Row>) => ({
  hash: p('hash'),
  type: p('type'),
  width: p('width'),
  height: p('height'),
  bytes: p('bytes'),
});
const insertion = (db: Kysely<Schema>, p: Placeholder<Row>) =>
  db.insertInto('merchant_logo').values({ merchant_key: p('key'), ...fileOf(p) });
const putLogo = statement((db, p: Placeholder<Row>) =>
  insertion(db, p).onConflict((c) => c.column('merchant_key').doUpdateSet(fileOf(p))),
);
const insertLogo = statement((db, p: Placeholder<Row>) =>
  insertion(db, p).onConflict((c) => c.column('merchant_key').doNothing()),
);
const deleteLogoOf = statement((db, p: Placeholder<{ key: number; before: string }>) =>
  db.deleteFrom('merchant_logo').where('merchant_key', '=', p('key')).where('hash', '=', p('before')),
);
export const deleteLogo = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('merchant_logo').where('merchant_key', '=', p('key')),
);

export class StoredLogos extends Repository {
  /** @param hash `hash` of a `Logo` @returns undefined if no merchant has this logo any more */
  async find(hash: string): Promise<Pick<Logo, 'bytes' | 'type'> | undefined> {
    const [row] = await this.engine.read(findLogo, { hash });
    return row;
  }

  async put(merchantKey: number, { hash, type, width, height, bytes }: Logo): Promise<void> {
    await this.engine.commit({ writes: [write(putLogo, { key: merchantKey, hash, type, width, height, bytes })] });
  }

  /**
   * @param before the hash of the logo that is replaced; undefined if there is none
   * @param logo undefined removes it
   * @returns false if another logo was stored meanwhile
   */
  async replace(merchantKey: number, before: string | undefined, logo: Logo | undefined): Promise<boolean> {
    const removal = before === undefined ? undefined : write(deleteLogoOf, { key: merchantKey, before });
    if (logo === undefined) {
      return removal === undefined || this.engine.commit({ guard: removal, writes: [] });
    }
    const { hash, type, width, height, bytes } = logo;
    const addition = write(insertLogo, { key: merchantKey, hash, type, width, height, bytes });
    return this.engine.commit({
      guard: removal ?? addition,
      furtherGuards: removal === undefined ? [] : [addition],
      writes: [],
    });
  }

  async remove(merchantKey: number): Promise<void> {
    await this.engine.commit({ writes: [write(deleteLogo, { key: merchantKey })] });
  }
}
