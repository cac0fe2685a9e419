/** The scripts that merchants' pages load, of this release and earlier ones, keyed by a hash of their content. */
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const findScript = statement((db, p: Placeholder<{ pin: string }>) =>
  db.selectFrom('merchant_script').select(['file', 'content']).where('pin', '=', p('pin')),
);
const putScript = statement((db, p: Placeholder<{ pin: string; file: string; content: Uint8Array; at: number }>) =>
  db
    .insertInto('merchant_script')
    .values({ pin: p('pin'), file: p('file'), content: p('content'), first_served_at: p('at') })
    .onConflict((c) => c.column('pin').doNothing()),
);

export interface PinnedScript {
  /** The file name in the script's URL. */
  readonly file: string;
  readonly content: Uint8Array;
}

export class StoredScripts extends Repository {
  /** @param pin the hash of the content */
  async find(pin: string): Promise<PinnedScript | undefined> {
    const [row] = await this.engine.read(findScript, { pin });
    return row;
  }

  /** Stores the script permanently, unless it is stored already. */
  async keep(pin: string, { file, content }: PinnedScript, now: number): Promise<void> {
    if ((await this.find(pin)) === undefined) {
      await this.engine.commit({ writes: [write(putScript, { pin, file, content, at: now })] });
    }
  }
}
