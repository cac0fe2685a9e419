/** Wrapping keys in a token, beside a gateway that serves a shop, with SoftHSM. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../../../api/rest/rig.ts';
import { turnpike } from '../../../cli/turnpike.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { SOFTHSM, type SoftToken, softToken } from '../../../support/softhsm.ts';
import { type Kept, keep, startLoad } from './shop.ts';

const SHOP = 'ONECARD';
const TEXT = randomBytes(32).toString('base64');
const ROWS = 12;

describe.skipIf(SOFTHSM === undefined)('keys rotate --wrapping, with a token', () => {
  let soft: SoftToken;
  let rig: Rig;
  let kept: Kept;
  const uri = (object: string) => soft.uri('Turnpike', object);

  beforeAll(async () => {
    soft = await softToken('Turnpike');
    await soft.key('Turnpike', 'wrapping-2025', '01');
    await soft.key('Turnpike', 'wrapping-2026', '02');
    const TURNPIKE_KEYS = [TEXT, uri('wrapping-2025'), uri('wrapping-2026')].join(',');
    rig = await startRig({ TURNPIKE_KEYS, ...soft.env }, 20);
    await rig.merchant({ id: SHOP, name: 'One token a card', tokenManagement: 'UNIQUE_CARD' });
    kept = await keep(rig, ROWS, SHOP);
  }, 120_000);
  afterAll(async () => {
    await rig?.close();
    await soft?.remove();
  });

  const keys = (args: readonly string[], TURNPIKE_KEYS: string) =>
    turnpike(rig.folder, ['keys', ...args], { DATABASE_URL: rig.databaseUrl, ...soft.env, TURNPIKE_KEYS });
  const keksInUse = async () => {
    const rows = await rig.rows('select distinct kek from data_key where destroyed_at is null');
    return rows.map(({ kek }) => kek);
  };

  /** @param wanted newest first */
  async function rotated(wanted: readonly string[]): Promise<string> {
    const load = startLoad(rig, kept, SHOP);
    await load.more(10);
    const ran = await keys(['rotate', '--wrapping'], wanted.join(','));
    await load.more(10);
    const { answers, failed } = await load.end();
    process.stdout.write(`${ran.out}${answers} answers beside it, ${failed.length} failed\n`);
    expect(failed).toEqual([]);
    expect([ran.code, ran.err]).toEqual([0, '']);
    const [, newest = ''] = /under ([0-9a-f]{8}) now: it may stand alone/.exec(ran.out) ?? [];
    expect(await keksInUse()).toEqual([newest]);
    return newest;
  }

  it('moves from a text into the token, and on to another key of it, while the shop continues', AT_LENGTH, async () => {
    const [text] = await keksInUse();
    const first = await rotated([uri('wrapping-2025'), TEXT]);
    const second = await rotated([uri('wrapping-2026'), uri('wrapping-2025')]);
    expect(new Set([text, first, second]).size).toBe(3);
    const status = await keys(['status'], uri('wrapping-2026'));
    expect(status.out).toContain(`wrapped under ${second}`);
    expect(status.out).toContain(`${second} is the key wrapping-2026 of the token Turnpike, which answers`);
    // The text key no longer opens stored data.
    const lacking = await keys(['status'], TEXT);
    expect(lacking.err).toBe(`TURNPIKE_KEYS lacks the key ${second}, under which card data is stored.\n`);
  });

  it('still accepts payments with the token after a restart', AT_LENGTH, async () => {
    await rig.restart();
    const order = newOrderId();
    const paid = await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant: SHOP });
    expect(paid.json.result).toBe('SUCCESS');
    const load = startLoad(rig, kept, SHOP);
    await load.more(20);
    expect((await load.end()).failed).toEqual([]);
  });

  it('accepts payments while the token is unavailable, and a key rotation waits for it', AT_LENGTH, async () => {
    const inToken = await keys(['rotate', '--wrapping'], [uri('wrapping-2026'), uri('wrapping-2025'), TEXT].join(','));
    expect(inToken.code).toBe(0);
    await soft.pull();
    const load = startLoad(rig, kept, SHOP);
    try {
      const refused = await keys(['rotate', '--data'], uri('wrapping-2026'));
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toMatch(
        /^TURNPIKE_KEYS: the key wrapping-2026 of the token Turnpike cannot be used: the token /,
      );
      const examined = await turnpike(rig.folder, ['doctor'], {
        DATABASE_URL: rig.databaseUrl,
        ...soft.env,
        TURNPIKE_KEYS: uri('wrapping-2026'),
      });
      expect(examined.out).toMatch(/data keys .*the key wrapping-2026 of the token Turnpike cannot be used/);
      await load.more(20);
    } finally {
      await soft.putBack();
    }
    const changed = await keys(['rotate', '--data'], uri('wrapping-2026'));
    const { failed } = await load.end();
    expect(failed).toEqual([]);
    expect([changed.code, changed.err]).toEqual([0, '']);
    expect(changed.out).toMatch(/rows were sealed under the key/);
  });

  it('does not start while the token is unavailable, with a wrong PIN, or without the key', AT_LENGTH, async () => {
    const start = (TURNPIKE_KEYS: string) =>
      startRig({ TURNPIKE_KEYS, ...soft.env }).then(
        async (other) => {
          await other.close();
          return 'it started';
        },
        (error: Error) => error.message,
      );
    expect(await start(uri('wrapping-2027'))).toMatch(/^TURNPIKE_KEYS: .*: the token has no such AES key\.$/);
    const wrong = `${soft.folder}/wrong-pin`;
    await writeFile(wrong, '1111\n', { mode: 0o600 });
    expect(await start(soft.uri('Turnpike', 'wrapping-2026', { 'pin-source': wrong }))).toMatch(/: the PIN is wrong/);
    await soft.pull();
    expect(await start(uri('wrapping-2026'))).toMatch(/: the token is not there; there is none\.$/);
    await soft.putBack();
  });
});
