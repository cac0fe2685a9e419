/** Each command that lists gateway processes shows their host and their build. */
import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBuild } from '../../src/platform/build.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

/** The build of every rig. */
const BUILD = '9.9.9';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const run = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const place = `on ${hostname()}, pid ${process.pid}, ${BUILD}, since`;

it('keys status shows the running build', async () => {
  expect((await run('keys', 'status')).out).toMatch(new RegExp(`process \\d+ ${place} \\S+: holds all keys`));
});

it('doctor shows the running builds, and warns only about processes of several', async () => {
  const lines = async () => JSON.parse((await run('doctor', '--json')).out).findings;
  const of = async (check: string) =>
    (await lines()).filter((line: { check: string }) => line.check === check).map(({ says }: { says: string }) => says);
  expect(await of('build')).toEqual([`${readBuild().id}, Node ${process.version}.`]);
  expect(await of('processes')).toEqual([expect.stringContaining(place)]);
  await rig.change(
    "insert into gateway_process (key, beats, started_at, host, pid, build) values (1, 0, 0, 'b', 2, '9.9.8')",
  );
  expect(await of('processes')).toContainEqual('The processes are of 2 builds.');
  await rig.change('delete from gateway_process where key = 1');
});

it('the audit trail shows the build of gateways and commands', async () => {
  expect((await run('audit', 'list', '--action', 'gateway start')).out).toContain(
    `"version":"${BUILD}","host":"${hostname()}","pid":${process.pid}`,
  );
  await run('merchant', 'password', 'TESTSHOP');
  expect((await run('audit', 'list', '--action', 'merchant password')).out).toContain(
    `"host":"${hostname()}","build":"${readBuild().id}"`,
  );
});

it('the metrics show the running build', async () => {
  const { text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
  expect(text).toContain(
    `turnpike_build_info{build="${BUILD}",version="${BUILD}",commit="",node="${process.version}"} 1`,
  );
  expect(text).toMatch(
    new RegExp(`turnpike_process_info\\{process="\\d+",host="${hostname()}",pid="${process.pid}",mode="sandbox"\\} 1`),
  );
});

it('turnpike --version shows the build, without a store', async () => {
  for (const word of ['--version', 'version']) {
    expect(await turnpike('/nowhere', [word])).toEqual({
      code: 0,
      out: `turnpike ${readBuild().id}, Node ${process.version}\n`,
      err: '',
    });
  }
});
