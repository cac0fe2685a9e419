/** The 3DS Server's statements about the method page, compared with the browser's requests there. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Rig, rigWith, submit } from './rig.ts';
import { base64url, WITHOUT_PAYER } from './three-ds-server.ts';

const WITHOUT_METHOD = '5205500000000000';

async function conductOf(rig: Rig): Promise<string[]> {
  const { conduct } = await rig.control('GET', '/violations');
  return (conduct as { problems: string[] }[]).flatMap(({ problems }) => problems);
}

/** The payer's browser at the method page. */
async function visit(rig: Rig, threeDSServerTransID: string, path = '/acs/method'): Promise<void> {
  const data = { threeDSServerTransID, threeDSMethodNotificationURL: `${rig.server.origin}/method-ended` };
  await submit(rig.started.control + path, { threeDSMethodData: base64url(data) });
}

it('a completion indicator is believed where the page ended, did not end, or does not exist', async () => {
  const rig = await rigWith();
  const [ended, endless] = [randomUUID(), randomUUID()];
  await visit(rig, ended);
  await visit(rig, endless, '/acs/method/endless');
  await rig.ask({ threeDSServerTransID: ended, threeDSCompInd: 'Y' });
  await rig.ask({ threeDSServerTransID: endless, threeDSCompInd: 'N' });
  await rig.ask({ acctNumber: WITHOUT_METHOD, threeDSCompInd: 'U' });
  await rig.ask(WITHOUT_PAYER);
  expect(await conductOf(rig)).toEqual([]);
});

it.each([
  ['5123450000000008', 'Y', 'threeDSCompInd is Y, and the method’s page did not end'],
  ['5123450000000008', 'U', 'threeDSCompInd is U, and the card has a method'],
  [WITHOUT_METHOD, 'N', 'threeDSCompInd is N, and the card has no method'],
])(
  'a completion indicator of card %s that sends %s without a visit is listed, and answered all the same',
  async (acctNumber, ind, doubt) => {
    const rig = await rigWith();
    expect(await rig.ask({ acctNumber, threeDSCompInd: ind })).toMatchObject({ messageType: 'ARes' });
    expect(await conductOf(rig)).toEqual([doubt]);
    await fetch(`${rig.started.control}/violations`, { method: 'DELETE' });
    expect(await conductOf(rig)).toEqual([]);
  },
);

it('a completion indicator with Y is listed where a fault kept the page from ending', async () => {
  const rig = await rigWith();
  const threeDSServerTransID = randomUUID();
  await rig.control('PUT', '/faults', { message: 'method', mode: 'LOST', count: 1 });
  await visit(rig, threeDSServerTransID);
  await rig.ask({ threeDSServerTransID, threeDSCompInd: 'Y' });
  expect(await conductOf(rig)).toHaveLength(1);
});

it('a completion indicator of a slow browser may be awaited for longer', async () => {
  const rig = await rigWith();
  expect(await rig.control('PUT', '/settings', { firstCReqMs: 60_000 })).toEqual({ aheadMs: 0, firstCReqMs: 60_000 });
  await rig.ask();
  await rig.control('PUT', '/settings', { aheadMs: 59_000 });
  expect(rig.started.threeDS.ledger.transactions.all({ state: 'AWAITED' })).toHaveLength(1);
  await rig.control('PUT', '/settings', { aheadMs: 60_001 });
  expect((await rig.server.heard(1))[0]?.message).toMatchObject({ challengeCancel: '05' });
});
