/** The app of the payer's bank, the overview, and the refusals of control calls. */
import { expect, it } from 'vitest';
import { type OpenPsp, openPsp, TXID } from './rig.ts';

const page = async ({ control: _control, origin }: OpenPsp, path: string, act?: string) => {
  const response = await fetch(`${origin}/providers/pix${path}`, {
    redirect: 'manual',
    ...(act && { method: 'POST', body: new URLSearchParams({ act }) }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};

const stateOf = ({ psp }: OpenPsp) => psp.ledger.charges.find({ id: TXID })?.status;

it('the app’s page leads from a pasted code to its payment, and does not find another code', async () => {
  const psp = await openPsp();
  const { body } = await psp.charged();
  const at = (code: string) => page(psp, `/app?code=${encodeURIComponent(code)}`);
  expect(await at(` ${body.pixCopiaECola} `)).toMatchObject({ status: 303, location: `/providers/pix/app/${TXID}` });
  for (const code of ['', 'a code', `${body.pixCopiaECola.slice(0, -4)}0000`]) {
    expect(await at(code)).toMatchObject({ status: 422, text: expect.stringContaining('no code of this bank') });
  }
  expect((await page(psp, '/app')).text).toContain('37.00 BRL');
  expect((await page(psp, `/app/${TXID}`)).text).toContain('Let the time run out');
  expect((await page(psp, '/app/none')).status).toBe(404);
});

it('the app’s page pays once', async () => {
  const psp = await openPsp();
  await psp.charged();
  expect((await page(psp, `/app/${TXID}`, 'REFUSE')).text).toContain('Nothing was paid');
  expect(stateOf(psp)).toBe('ATIVA');
  expect((await page(psp, `/app/${TXID}`, 'PAY')).text).toContain('Paid.');
  await page(psp, `/app/${TXID}`, 'PAY');
  await page(psp, `/app/${TXID}`, 'PAY_LATE');
  expect([stateOf(psp), psp.psp.ledger.pix.all().length]).toEqual(['CONCLUIDA', 1]);
  expect((await page(psp, '')).text).toContain('37.00 BRL: CONCLUIDA');
});

it('the app’s page accepts no money for an ended charge, unless it is paid late on purpose', async () => {
  const psp = await openPsp();
  await psp.charged();
  expect((await page(psp, `/app/${TXID}`, 'EXPIRE')).text).toContain('Pay all the same');
  await page(psp, `/app/${TXID}`, 'PAY');
  expect((await psp.control('PUT', `/charges/${TXID}`, { act: 'PAY' })).status).toBe(400);
  expect(stateOf(psp)).toBe('ATIVA');
  await page(psp, `/app/${TXID}`, 'PAY_LATE');
  expect(stateOf(psp)).toBe('CONCLUIDA');
});

it.each([
  ['/charges/none', { act: 'PAY' }],
  [`/charges/${TXID}`, { act: 'STEAL' }],
  [`/charges/${TXID}`, { act: 'PAY', amount: 'all' }],
  ['/faults', { mode: 'UNHEARD_OF' }],
  ['/settings', { tokenSeconds: 0 }],
])('the control page reports the errors of PUT %s %j', async (path, body) => {
  const psp = await openPsp();
  await psp.charged();
  expect((await psp.control('PUT', path, body)).status).toBe(400);
});

it('the control page lists the settings in force, its validation results, and its actions', async () => {
  const psp = await openPsp();
  await psp.charged({ infoAdicionais: [{ nome: 'Pedido', valor: 'O-1' }] });
  expect(
    (await psp.control('PUT', '/faults', { mode: 'DELAY', operation: 'cob.get', delayMs: 5, count: 2 })).body,
  ).toEqual({
    answers: { 'cob.get': { mode: 'DELAY', delayMs: 5, count: 2 } },
    callbacks: { mode: 'NONE', delayMs: 0, count: null },
    refunds: { mode: 'NONE', delayMs: 0, count: null },
  });
  expect((await psp.control('GET', '/violations')).body).toEqual({ violations: [], unknownFields: [], judged: 2 });
  await psp.call('PUT', `/cob/${TXID}`, { ...(await psp.call('GET', `/cob/${TXID}`)).body, unheard: 1 });
  expect((await psp.control('GET', '/violations')).body.unknownFields).toEqual([
    { of: 'cob.put', problems: expect.arrayContaining(['/unheard']) },
  ]);
  expect((await psp.control('DELETE', '/violations')).status).toBe(204);
  expect((await psp.control('GET', '/ledger?order=O-1')).body).toMatchObject([{ id: TXID, amount: '37.00' }]);
  expect((await psp.control('GET', '/ledger?order=O-2')).body).toEqual([]);
  const settings = { aheadMs: 0, refundMs: 7, tokenSeconds: 60 };
  expect((await psp.control('PUT', '/settings', settings)).body).toEqual(settings);
});
