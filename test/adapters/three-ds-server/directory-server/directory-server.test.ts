import { describe, expect, it, onTestFinished } from 'vitest';
import {
  DirectoryServer,
  type DirectoryServerOptions,
} from '../../../../src/adapters/three-ds-server/directory-server/directory-server.ts';
import type { DirectoryServerSettings } from '../../../../src/adapters/three-ds-server/directory-server/settings.ts';
import { ThreeDsServer } from '../../../../src/adapters/three-ds-server/index.ts';
import { presOf, range } from '../ranges/rig.ts';
import { aresWith, authenticated, CARD, enrolment, REQUEST, type Rig, withRanges } from '../rig.ts';
import { answers, CERTIFICATES, directoryServer, type Reply } from './rig.ts';

interface Made extends Rig {
  readonly refresh: () => Promise<unknown>;
}

/** A 3DS Server with these settings and limits, and a directory server that gives this reply. */
async function made(
  reply: Reply,
  options: DirectoryServerOptions = {},
  settings: (own: DirectoryServerSettings) => DirectoryServerSettings = (own) => own,
): Promise<Made> {
  const played = await directoryServer();
  played.reply(reply);
  const logged: string[] = [];
  const note = (fields: object) => logged.push(JSON.stringify(fields));
  const time = { now: 0 };
  const server = new ThreeDsServer({
    servers: [new DirectoryServer(settings(played.settings), options)],
    log: { info: note, warn: note, error: note },
    now: () => time.now,
  });
  onTestFinished(() => server.close());
  return { played, server, time, logged, refresh: async () => (await server.refresh()).get('VISA') };
}

const presTo =
  (ranges: readonly object[]): Reply =>
  (seen, response) => {
    const { messageVersion, threeDSServerTransID, serialNum } = JSON.parse(seen.body);
    const more = { messageVersion, threeDSServerTransID, serialNum: String(Number(serialNum ?? 0) + 1) };
    answers(presOf(ranges, more))(seen, response);
  };

const MANY = Array.from({ length: 30_000 }, (_, at) =>
  range(String(4_012_000_000_000_000 + at * 1_000), String(4_012_000_000_000_999 + at * 1_000)),
);

describe('the ranges of a directory server', () => {
  it('are read by thousands over the link, and then as changes', async () => {
    const { server, played, refresh } = await made(presTo(MANY));
    expect(await refresh()).toEqual({ ok: true, ranges: 30_000 });
    expect(server.enrol(enrolment('4012000029999500')).view.stage).toBe('ENROLLED');
    played.reply(presTo([{ ...MANY[0], actionInd: 'D' }]));
    expect(await refresh()).toEqual({ ok: true, ranges: 29_999 });
    expect(played.seen.map(({ body }) => JSON.parse(body).serialNum)).toEqual([undefined, '1']);
    expect(server.enrol(enrolment('4012000000000500')).view.stage).toBe('ENDED');
  });

  it.each<[string, Reply, string, number?]>([
    [
      'breaks off',
      (seen, response) => {
        const { threeDSServerTransID } = JSON.parse(seen.body);
        response.writeHead(200);
        response.write(presOf(MANY, { threeDSServerTransID }).slice(0, 1_000_000), () => response.destroy());
      },
      'BROKEN',
    ],
    ['never ends', (_, response) => void response.writeHead(200).write('{"messageType":"PRes",'), 'SLOW', 1_000],
    ['is a redirect', (_, response) => void response.writeHead(302, { location: '/' }).end(), 'STATUS'],
  ])('stay unchanged where the next answer %s', async (_, reply, reason, presMsMax = 60_000) => {
    const { server, played, time, refresh } = await made(presTo([range(CARD, CARD)]), { presMsMax });
    await refresh();
    time.now = 500;
    played.reply(reply);
    expect(await refresh()).toEqual({ ok: false, reason });
    expect(server.enrol(enrolment()).view.stage).toBe('ENROLLED');
    expect(server.rangeAges().get('VISA')).toBe(500);
  });

  it('are rejected with an Erro where they cannot be used', async () => {
    const { played, refresh } = await made(presTo([range(CARD, CARD), range(CARD, CARD)]));
    expect(await refresh()).toMatchObject({ ok: false, code: '203' });
    expect(JSON.parse(played.seen.at(-1)?.body ?? '')).toMatchObject({
      messageType: 'Erro',
      errorCode: '203',
      errorComponent: 'S',
      errorMessageType: 'PRes',
      errorDetail: 'cardRangeData.actionInd',
    });
  });
});

describe('an authentication at a directory server', () => {
  it('that times out is U, without a reason that an ACS would give', async () => {
    const one = await made(
      withRanges(() => {}),
      { aresMsMax: 300 },
    );
    await one.refresh();
    const { view } = await authenticated(one);
    expect(view.result).toMatchObject({ transStatus: 'U', unknownBecause: 'NO_ARES', liability: 'MERCHANT' });
    expect(view.result).not.toHaveProperty('transStatusReason');
    expect(one.logged.join()).toContain('"failure":"SLOW"');
  });

  it('that is down is U, and was not sent', async () => {
    const one = await made(aresWith('Y'));
    await one.refresh();
    await one.played.stop();
    // This also closes the kept-alive connection.
    const results = [await authenticated(one), await authenticated(one)].map(({ view }) => view.result?.unknownBecause);
    expect(results[1]).toBe('NOT_SENT');
    expect(one.logged.at(-1)).toContain('"failure":"AWAY"');
  });

  it('that shows another certificate than before is U, and gets no data', async () => {
    const impostor = await directoryServer(CERTIFICATES.otherServer);
    impostor.reply(aresWith('Y'));
    const one = await made(aresWith('Y'));
    await one.refresh();
    const { stored } = one.server.enrol(enrolment());
    const other = await made(aresWith('Y'), {}, (own) => ({ ...own, url: impostor.settings.url }));
    const answer = other.server.authenticate(stored, REQUEST);
    const { view } = await (answer as Extract<typeof answer, { status: 'ASKED' }>).send();
    expect(view.result).toMatchObject({ transStatus: 'U', unknownBecause: 'NOT_SENT' });
    expect(other.logged.join()).toContain('"failure":"CERTIFICATE"');
    expect(impostor.seen).toEqual([]);
  });
});
