/** Merchants' logos, stored as the files that are served. */
import type { Logo, LogoType } from '../../../back-office/logos/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const findLogo = statement((db, p: Placeholder<{ hash: string }>) =>
  db.selectFrom('merchant_logo').select(['type', 'bytes']).where('hash', '=', p('hash')),
);
const putLogo = statement(
  (
    db,
    p: Placeholder<{ key: number; hash: string; type: LogoType; width: number; height: number; bytes: Uint8Array }>,
  ) =>
    db
      .insertInto('merchant_logo')
      .values({
        merchant_key: p('key'),
        hash: p('hash'),
        type: p('type'),
        width: p('width'),
        height: p('height'),
        bytes: p('bytes'),
      })
      .onConflict((c) =>
        c.column('merchant_key').doUpdateSet({
          hash: p('hash'),
          type: p('type'),
          width: p('width'),
          height: p('height'),
          bytes: p('bytes'),
        }),
      ),
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

  async remove(merchantKey: number): Promise<void> {
    await this.engine.commit({ writes: [write(deleteLogo, { key: merchantKey })] });
  }
}
