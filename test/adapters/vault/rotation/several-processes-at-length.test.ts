// @module-tag at-length
/** Keys that change while several processes seal and open: every row stays readable in each. */
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KeyWatch } from '../../../../src/adapters/vault/key-watch.ts';
import { keyEncryptionKey } from '../../../../src/adapters/vault/keys.ts';
import { Vault } from '../../../../src/adapters/vault/vault.ts';
import { tokenPlace } from '../../../../src/core/tokens/stored-token.ts';
import { type Rig, startRig } from '../../../api/rest/rig.ts';
import { turnpike } from '../../../cli/turnpike.ts';
import { opened } from '../../store/rig.ts';
import { type Kept, keep, startLoad } from './shop.ts';

const SHOP = 'SEVERAL';
const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89 + 7) % 251)).toString('base64');
const TEST_MS_MAX = 120_000;

let rig: Rig;
let kept: Kept;
beforeAll(async () => {
  rig = await startRig({ TURNPIKE_KEYS: KEY }, 20, 'warn');
  await rig.merchant({ id: SHOP, name: 'One token a card', tokenManagement: 'UNIQUE_CARD' });
  kept = await keep(rig, 30, SHOP);
}, TEST_MS_MAX);
afterAll(() => rig.close());

/** Another live process: it reads and seals tokens continuously, with its own vault's keys. */
async function startPeer() {
  const store = await opened(rig.databaseUrl, { owner: false });
  await store.processes.join({ isAlone: false });
  const kek = keyEncryptionKey(KEY)!;
  const vault = await Vault.open([kek], store.dataKeys);
  const watch = new KeyWatch({ vault, stored: store.dataKeys, kek, log: pino({ level: 'silent' }) });
  const merchant = await store.merchants.find(SHOP);
  const failed: string[] = [];
  let isOver = false;
  let opens = 0;
  const beats = (async () => {
    for (; !isOver; await pause(500)) {
      await store.processes.heartbeat();
      await watch.run();
    }
  })();
  const works = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const token = await store.tokens.find(merchant!.key, kept.tokens[index % kept.tokens.length]!);
      try {
        const plain = vault.open(token!.sealedCard, tokenPlace(token!));
        opens += 1;
        await store.tokens.replace({ ...token!, sealedCard: vault.seal(plain, tokenPlace(token!)) }, token!);
      } catch (error) {
        failed.push(`${error}`);
      }
      await pause(1);
    }
  })();
  return {
    async end() {
      isOver = true;
      await Promise.all([beats, works]);
      await store.processes.leave();
      return { opens, failed };
    },
  };
}

it('every row opens in two processes that seal, and in a third, throughout rotations', {
  timeout: TEST_MS_MAX,
}, async () => {
  const peers = [await startPeer(), await startPeer()];
  const load = startLoad(rig, kept, SHOP);
  const env = { DATABASE_URL: rig.databaseUrl, TURNPIKE_KEYS: KEY };
  for (const flag of ['--data', '--hash', '--data']) {
    const ran = await turnpike(rig.folder, ['keys', 'rotate', flag], env);
    expect([ran.code, ran.err]).toEqual([0, '']);
  }
  await load.more(20);
  const { answers, failed } = await load.end();
  const seen = await Promise.all(peers.map((peer) => peer.end()));
  process.stdout.write(`three rotations: ${answers} answers, ${seen.map(({ opens }) => opens)} opened by two others\n`);
  expect([failed, ...seen.map((one) => one.failed)]).toEqual([[], [], []]);
  expect(Math.min(...seen.map(({ opens }) => opens))).toBeGreaterThan(100);
  const status = await turnpike(rig.folder, ['keys', 'status'], env);
  expect(status.out).toMatch(/key 1, SEAL, retired, .* 0 rows/);
});
