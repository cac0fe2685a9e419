/** One hash chain over all processes, each entry durable before its caller continues. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/adapters/store/index.ts';
import { nextEntry } from '../../../src/back-office/audit/entry.ts';
import {
  type AuditEntries,
  AuditError,
  AuditTrail,
  HeadFile,
  readHeads,
  verifyTrail,
} from '../../../src/back-office/audit/index.ts';
import { type AuditRig, auditRig, event } from './rig.ts';

let rig: AuditRig;
beforeEach(async () => {
  rig = await auditRig();
});
afterEach(() => rig.close());

const headLines = () => readFileSync(rig.headFile, 'utf8').trimEnd().split('\n');

describe('appended entries', () => {
  it('of two processes at once form one chain without a fork, each entry once', async () => {
    const trails = [rig.trail(), rig.trail({ store: await rig.another() })];
    const actions = Array.from({ length: 150 }, (_none, n) => `action ${n}`);
    // In waves, so that both append all the time.
    await Promise.all(
      trails.map(async (trail, process) => {
        for (let at = 0; at < actions.length; at += 5) {
          await Promise.all(actions.slice(at, at + 5).map((action) => trail.append(event(action, { process }))));
        }
      }),
    );
    const entries = await rig.entries();
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, index) => index + 1));
    const made = entries.map(({ action, details }) => `${action} ${details}`).sort();
    expect(made).toEqual(actions.flatMap((one) => [`${one} {"process":0}`, `${one} {"process":1}`]).sort());
    expect((await rig.verified()).findings).toEqual([]);
  });

  it('that wait together share a commit, and one line in the file of heads', async () => {
    const trail = rig.trail();
    await Promise.all(Array.from({ length: 40 }, (_none, n) => trail.append(event('unmask', { n }))));
    // The first is committed alone; the others have waited for it.
    expect(headLines()).toHaveLength(4);
    expect(trail.counts).toEqual({ entries: 40, headFailures: 0 });
  });

  it('keep invalid text exactly, so that it verifies on either engine', async () => {
    const odd = 'a\u0000b\u0001c\ud800d\u2028é😀"\\';
    await rig.trail().append({ action: odd, actor: odd, subject: odd, details: { odd, [odd]: odd } });
    expect((await rig.verified()).findings).toEqual([]);
    const [entry] = await rig.store.audit.after(0, 1);
    expect(entry?.subject).toBe(odd.replace('\ud800', '\ufffd'));
  });

  it('with details that are too long for a row record only that', async () => {
    await rig.trail().append(event('merchant put', { text: 'x'.repeat(30_000) }));
    expect((await rig.entries()).map(({ details }) => details)).toEqual(['{"tooLong":30011}']);
  });

  it('beyond the queue limit are refused', async () => {
    const trail = rig.trail();
    const waiting = Array.from({ length: 10_001 }, () => trail.append(event('unmask')));
    const last = trail.append(event('unmask'));
    await expect(last).rejects.toThrow('Too many audit entries wait.');
    await Promise.all(waiting);
  });

  it('after a commit in doubt are stored once, committed before or not', async () => {
    for (const wasMade of [true, false]) {
      let isFirst = true;
      const doubtful = new Proxy<AuditEntries>(rig.store.audit, {
        get(target, name) {
          const member = Reflect.get(target, name);
          if (name !== 'add') {
            return typeof member === 'function' ? member.bind(target) : member;
          }
          return async (entries: Parameters<AuditEntries['add']>[0]) => {
            if (!isFirst) {
              return target.add(entries);
            }
            isFirst = false;
            if (wasMade) {
              await target.add(entries);
            }
            throw new StoreError('The connection was lost.', { inDoubt: true });
          };
        },
      });
      const heads = new HeadFile(rig.headFile);
      const clock = { now: Date.now };
      const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
      const trail = new AuditTrail({ entries: doubtful, heads, clock, log });
      const appended = trail.append(event(`doubtful ${wasMade}`));
      await (wasMade ? appended : expect(appended).rejects.toThrow('The connection was lost.'));
    }
    expect((await rig.entries()).map(({ action }) => action)).toEqual(['doubtful true']);
    expect((await rig.verified()).findings).toEqual([]);
  });
});

describe('an entry that is appended during a verification', () => {
  /** Appends one entry as another process before the first call of that name. */
  function appending(trail: AuditTrail, call: 'after' | 'head'): AuditEntries {
    let isFirst = true;
    return new Proxy<AuditEntries>(rig.store.audit, {
      get(target, name) {
        const member = Reflect.get(target, name);
        const bound = typeof member === 'function' ? member.bind(target) : member;
        if (name !== call) {
          return bound;
        }
        return async (...args: unknown[]) => {
          if (isFirst) {
            isFirst = false;
            await trail.append(event('meanwhile'));
          }
          return bound(...args);
        };
      },
    });
  }
  const headsOf = async () => (await readHeads(rig.headFile)).lines;

  it.each(['after', 'head'] as const)('causes no finding, and hides none: before `%s`', async (call) => {
    const trail = rig.trail({ store: await rig.another() });
    await trail.append(event('first'));
    const honest = await verifyTrail(appending(trail, call), headsOf);
    expect([honest.findings, honest.notes]).toEqual([[], []]);
    const entries = await rig.entries();
    const last = entries.at(-1)!;
    const added = nextEntry(last, event('put in'), last.key + 1_000_000, last.at);
    await rig.replace([...entries, added]);
    const { findings } = await verifyTrail(appending(trail, call), headsOf);
    expect(findings.map(({ kind, sequence }) => [kind, sequence])).toEqual([['ADDED', added.sequence]]);
    await rig.replace(entries.slice(0, 1));
    expect((await verifyTrail(rig.store.audit, headsOf)).findings.map(({ kind }) => kind)).toEqual(['CUT']);
  });
});

describe('the file of heads', () => {
  it('is created with its folder, for its owner alone', async () => {
    const file = join(rig.headFile, '..', 'elsewhere', 'heads.jsonl');
    await rig.trail({ headFile: file }).append(event('restored'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await rig.verified(file)).findings).toEqual([]);
  });

  it('prevents the recorded action when it cannot be written', async () => {
    mkdirSync(rig.headFile);
    const trail = rig.trail();
    await expect(trail.append(event('refund approve'))).rejects.toThrow(AuditError);
    expect(await rig.entries()).toEqual([]);
    expect(trail.counts).toEqual({ entries: 0, headFailures: 1 });
    rmSync(rig.headFile, { recursive: true });
    await trail.append(event('refund approve'));
    expect((await rig.verified()).findings).toEqual([]);
  });

  it('that fails once the entry is stored does not lose the entry, and the next append covers it', async () => {
    await rig.trail().append(event('first'));
    const file = new HeadFile(rig.headFile);
    let writes = 0;
    const trail = new AuditTrail({
      entries: rig.store.audit,
      heads: {
        write: async (line) => {
          writes += 1;
          if (writes === 2) {
            throw new Error('full');
          }
          await file.write(line);
        },
      },
      clock: { now: Date.now },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    await trail.append(event('second'));
    expect(trail.counts).toEqual({ entries: 1, headFailures: 1 });
    await trail.append(event('third'));
    expect((await rig.verified()).findings).toEqual([]);
  });

  it('of two machines prove the chain together, and neither does alone', async () => {
    const other = `${rig.headFile}.other`;
    await rig.trail().append(event('here'));
    await rig.trail({ headFile: other }).append(event('there'));
    await rig.trail().append(event('here again'));
    expect((await rig.verified(rig.headFile, other)).findings).toEqual([]);
    const { findings } = await rig.verified();
    expect(findings.map(({ kind, sequence }) => [kind, sequence])).toEqual([['ADDED', 2]]);
  });

  it('is continued after a half line, as a power failure leaves it', async () => {
    await rig.trail().append(event('first'));
    writeFileSync(rig.headFile, `${readFileSync(rig.headFile, 'utf8')}{"from":2,"to`);
    await rig.trail().append(event('second'));
    expect(headLines()[2]).toBe('{"from":2,"to');
    expect((await rig.verified()).findings).toEqual([]);
  });

  it('proves after the restoration of a backup that the missing entries are no cut', async () => {
    const trail = rig.trail();
    for (const action of ['first', 'second', 'third']) {
      await trail.append(event(action));
    }
    const backup = (await rig.entries()).slice(0, 1);
    await rig.replace(backup);
    expect((await rig.verified()).findings.map(({ kind }) => kind)).toEqual(['CUT']);
    expect(await trail.recordRestoration()).toEqual({ sequence: 1, hash: backup[0]?.hash });
    expect((await rig.verified()).findings).toEqual([]);
    await trail.append(event('restored'));
    await trail.append(event('as before'));
    expect((await rig.verified()).findings).toEqual([]);
    await rig.replace((await rig.entries()).slice(0, 2));
    expect((await rig.verified()).findings.map(({ kind }) => kind)).toEqual(['CUT']);
  });
});
