/** A backup copied over the database of a gateway that died: the old log must not be applied to it. */
import { copyFileSync, existsSync, readFileSync, utimesSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../../src/adapters/store/store.ts';
import { newFile, onEnd } from '../../rig.ts';

const ROWS = 2_000;
const FOREIGN = /log of another database .* move .*-wal and .*-shm away/;

interface Died {
  readonly file: string;
  /** Made by `vacuum into`, and by copying the file. */
  readonly backup: string;
  readonly copy: string;
}

/** A gateway's files after SIGKILL: with a log that was not copied into the database. */
async function died(): Promise<Died> {
  const [live, file] = [newFile(), newFile()];
  await (await openStore(`sqlite:${live}`)).close();
  const db = new Database(live);
  onEnd(() => db.close());
  db.pragma('wal_autocheckpoint = 0');
  db.exec('create table filler (id integer primary key, text text); create index filler_text on filler (text)');
  const fill = db.prepare('insert into filler (text) values (hex(randomblob(200)))');
  const write = db.transaction(() => {
    for (let row = 0; row < ROWS; row += 1) {
      fill.run();
    }
  });
  write();
  db.pragma('wal_checkpoint(TRUNCATE)');
  const backup = newFile();
  const copy = newFile();
  db.exec(`vacuum into '${backup}'`);
  copyFileSync(live, copy);
  write();
  db.pragma('wal_checkpoint(TRUNCATE)');
  write();
  copyFileSync(live, file);
  copyFileSync(`${live}-wal`, `${file}-wal`);
  return { file, backup, copy };
}

/** For file systems with coarse timestamps. */
const moment = () => pause(20);

describe('a log beside the database', () => {
  it.each(['backup', 'copy'] as const)(
    'of another database is refused beside a %s, and nothing is written',
    async (which) => {
      const gateway = await died();
      await moment();
      copyFileSync(gateway[which], gateway.file);
      const before = readFileSync(gateway.file);
      for (const options of [{ isRestored: true }, {}, { owner: false }]) {
        await expect(openStore(`sqlite:${gateway.file}`, options)).rejects.toThrow(FOREIGN);
      }
      expect(readFileSync(gateway.file).equals(before)).toBe(true);
      expect(existsSync(`${gateway.file}-wal`)).toBe(true);
    },
  );

  it('of its own database is applied, by a gateway and by a command, also where the database is newer and sound', async () => {
    const { file } = await died();
    await moment();
    utimesSync(file, new Date(), new Date());
    await expect(openStore(`sqlite:${file}`, { isRestored: true })).rejects.toThrow(FOREIGN);
    const store = await openStore(`sqlite:${file}`);
    expect(await store.damage()).toBeUndefined();
    await store.close();
    const db = new Database(file);
    const { n } = db.prepare<[], { n: number }>('select count(*) as n from filler').get()!;
    db.close();
    expect(n).toBe(ROWS * 3);
  });

  it('of a gateway that is alive is not checked', async () => {
    const file = newFile();
    const gateway = await openStore(`sqlite:${file}`);
    onEnd(() => gateway.close());
    utimesSync(file, new Date(), new Date());
    const command = await openStore(`sqlite:${file}`, { owner: false });
    expect(await command.answers()).toBe(true);
    await command.close();
    await expect(openStore(`sqlite:${file}`, { isRestored: true })).rejects.toThrow(/another gateway process/);
  });
});
