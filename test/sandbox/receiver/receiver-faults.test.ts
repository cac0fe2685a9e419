import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StartedHttp, startHttp } from '../start-http.ts';
import { deliveries, notify, openPage, words } from './gateway-at-work.ts';

let sandbox: StartedHttp;
beforeEach(async () => {
  sandbox = await startHttp('http://127.0.0.1:9');
});
afterEach(() => sandbox.close());

const put = async (faults: string) => {
  const response = await fetch(`${sandbox.origin}/notifications/faults`, { method: 'PUT', body: faults });
  return { status: response.status, body: (await response.json()) as { error: string } };
};
const setFaults = (faults: object) => put(JSON.stringify(faults));
const statuses = async (count: number) => {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) {
    found.push((await notify(sandbox)).status);
  }
  return found;
};

it('the receiver answers 200 by default', async () => {
  const answer = await notify(sandbox);
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
});

it.each([500, 503, 410, 429])('the receiver answers %i until it is set otherwise', async (status) => {
  expect(await setFaults({ mode: `${status}` })).toEqual({
    status: 200,
    body: { mode: `${status}`, count: null, retryAfter: null },
  });
  expect(await statuses(3)).toEqual([status, status, status]);
  await setFaults({ mode: 'NONE' });
  expect(await statuses(1)).toEqual([200]);
});

it('the receiver answers a status for the set number of times, and 200 afterwards', async () => {
  await setFaults({ mode: '500', count: 2 });
  expect(await statuses(3)).toEqual([500, 500, 200]);
});

it('the receiver lists the deliveries meanwhile, with their answers', async () => {
  await setFaults({ mode: '503', count: 1 });
  await statuses(2);
  const answered = (await deliveries(sandbox)).map((item) => /Answered \d+/.exec(item)?.[0]);
  expect(answered).toEqual(['Answered 200', 'Answered 503']);
});

it('the receiver answers the set Retry-After', async () => {
  expect((await notify(sandbox)).headers.get('retry-after')).toBeNull();
  await setFaults({ mode: '429', count: 1, retryAfter: 90 });
  expect((await notify(sandbox)).headers.get('retry-after')).toBe('90');
  expect((await notify(sandbox)).headers.get('retry-after')).toBeNull();
});

it('the receiver redirects to itself, so that a client that follows is seen', async () => {
  await setFaults({ mode: 'REDIRECT', count: 1 });
  const answer = await notify(sandbox);
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/notifications/receive']);
});

describe('when it hangs', () => {
  beforeEach(() => setFaults({ mode: 'HANG', count: 1 }));

  it('holds the answer until the client disconnects, and answers the next one', async () => {
    await expect(notify(sandbox, { signal: AbortSignal.timeout(300) })).rejects.toThrow('timeout');
    expect((await deliveries(sandbox))[0]).toContain(' Not answered ');
    expect((await notify(sandbox)).status).toBe(200);
  });

  it('does not prevent the process from stopping', async () => {
    const held = notify(sandbox).then(
      () => 'answered',
      () => 'cut',
    );
    while ((await deliveries(sandbox)).length === 0) {
      await pause(10);
    }
    const began = performance.now();
    await sandbox.close();
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await held).toBe('cut');
    sandbox = await startHttp('http://127.0.0.1:9');
  });
});

it.each([
  ['{"mode":"404"}', 'mode'],
  ['{"mode":"500","count":0}', 'count'],
  ['{"mode":"500","retryAfter":-1}', 'retryAfter'],
  ['{"mode":"500","delayMs":1}', 'delayMs'],
  ['', 'mode'],
  ['{', 'JSON'],
])('faults refuse %s and name the error', async (faults, named) => {
  const { status, body } = await put(faults);
  expect(status).toBe(400);
  expect(body.error).toContain(named);
  expect(await statuses(1)).toEqual([200]);
});

it('faults continue after the list was cleared', async () => {
  await setFaults({ mode: '500', count: 1 });
  await fetch(`${sandbox.origin}/notifications`, { method: 'DELETE' });
  expect(await statuses(1)).toEqual([500]);
});

describe("the page's form", () => {
  const submit = (fields: Record<string, string>) =>
    fetch(`${sandbox.origin}/notifications/faults`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
    });
  const page = async () => (await openPage(sandbox)).text();

  it('shows its answer, and leads back to the page with the setting in force', async () => {
    const answer = await submit({ mode: '503', count: '2', retryAfter: '30' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/notifications']);
    expect(words(await page())).toContain('Now: 503, not now , Retry-After 30; for 2 more');
    expect(await page()).toContain('<option value="503" selected>');
    expect(await statuses(3)).toEqual([503, 503, 200]);
    expect(words(await page())).toContain('Now: 200, taken');
  });

  it('treats an empty field as an absent one', async () => {
    await submit({ mode: '410', count: '', retryAfter: '' });
    expect(await statuses(2)).toEqual([410, 410]);
  });

  it('refuses the same values as the call', async () => {
    expect((await submit({ mode: '503', count: 'two' })).status).toBe(400);
    expect(await statuses(1)).toEqual([200]);
  });
});
