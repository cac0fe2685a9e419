/** The metrics that Prometheus reads of a gateway that took payments, and the clients that are refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPrivate } from '../../../src/http/connections/private-networks.ts';
import { CARD, newOrderId, paying, type Rig, startRig, withCard } from '../../api/rest/rig.ts';

let rig: Rig;
let order: string;
beforeAll(async () => {
  rig = await startRig();
  order = newOrderId();
  await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
  await rig.api('PUT', `/order/${order}/transaction/9`, paying('CAPTURE'));
  await rig.api('PUT', `/order/${order}/transaction/2`, { apiOperation: 'DANCE' });
  await rig.api('GET', `/order/${order}`);
  await rig.call('GET', `/checkout/pay/SESSION${'a'.repeat(24)}`);
});
afterAll(() => rig.close());

const scraped = async () => (await rig.call('GET', '/metrics', undefined, { authorization: null })).text;
/** Values by the name with its labels. */
const values = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))] as const;
      }),
  );

describe('the exposition', () => {
  it('is of Prometheus’s form: each family with its help and type, each line a name, labels and a number', async () => {
    const { status, headers, text } = await rig.call('GET', '/metrics', undefined, { authorization: null });
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-store');
    const lines = text.split('\n').filter((line) => line !== '');
    for (const line of lines) {
      expect(line).toMatch(
        /^(# (HELP|TYPE) turnpike_[a-z0-9_]+ .+|turnpike_[a-z0-9_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-\d.e+]+)$/,
      );
    }
    const types = new Map(
      lines.flatMap((line) => [...line.matchAll(/^# TYPE (\S+) (\S+)$/g)].map(([, name, type]) => [name!, type!])),
    );
    const unit =
      /_(seconds|bytes|total|due|alarms|alerts|results|concerns|connections|processes|stores|units|up|corrupt|state|in_flight|merchants_down|uses_max|info)$/;
    for (const [name, type] of types) {
      expect(name).toMatch(unit);
      expect(name.endsWith('_total')).toBe(type === 'counter');
    }
    expect(types.size).toBeGreaterThan(20);
  });

  it('counts requests by operation and status, and measures their duration', async () => {
    const scrapedValues = values(await scraped());
    const count = (operation: string, status: string) =>
      scrapedValues.get(`turnpike_request_duration_seconds_count{operation="${operation}",status_class="${status}"}`);
    expect(count('PAY', '2xx')).toBe(1);
    expect(count('CAPTURE', '4xx')).toBe(1);
    expect(count('TRANSACTION', '4xx')).toBe(1);
    expect(count('RETRIEVE_ORDER', '2xx')).toBe(1);
    expect(count('/checkout/pay/:session', '4xx')).toBe(1);
    const bucket = (le: string) =>
      scrapedValues.get(`turnpike_request_duration_seconds_bucket{operation="PAY",status_class="2xx",le="${le}"}`);
    expect(bucket('+Inf')).toBe(1);
    expect(bucket('25')).toBe(1);
    expect(
      scrapedValues.get('turnpike_request_duration_seconds_sum{operation="PAY",status_class="2xx"}'),
    ).toBeGreaterThan(0);
  });

  it('has the states of store, acquirer and process', async () => {
    const scrapedValues = values(await scraped());
    expect(scrapedValues.get('turnpike_store_commit_duration_seconds_count')).toBeGreaterThanOrEqual(2);
    expect(scrapedValues.get('turnpike_store_commit_units_sum')).toBeGreaterThanOrEqual(2);
    expect(Object.fromEntries(scrapedValues)).toMatchObject({
      turnpike_store_up: 1,
      'turnpike_acquirer_up{acquirer="default"}': 1,
      'turnpike_acquirer_breaker_state{acquirer="default",state="closed"}': 1,
      'turnpike_acquirer_breaker_state{acquirer="default",state="open"}': 0,
      'turnpike_acquirer_in_flight{acquirer="default"}': 0,
      'turnpike_acquirer_timeouts_total{acquirer="default"}': 0,
      'turnpike_acquirer_sign_ons_total{acquirer="default"}': 1,
      turnpike_reversals_due: 0,
      turnpike_reversal_alerts: 0,
      'turnpike_alerts{kind="reversal_unacknowledged"}': 0,
      turnpike_transactions_recovered_total: 0,
      turnpike_processes: 1,
      turnpike_data_key_uses_max: 2 ** 30,
      turnpike_key_service_up: 1,
    });
    // Uses that a crash could have lost count from the start.
    expect(scrapedValues.get('turnpike_data_key_uses_total{key="1",purpose="seal"}')).toBeGreaterThanOrEqual(0);
    expect(scrapedValues.get('turnpike_data_key_age_seconds{key="1",purpose="seal"}')).toBeLessThan(600);
    expect(Math.abs(scrapedValues.get('turnpike_clock_step_seconds')!)).toBeLessThan(60);
    expect(scrapedValues.get('turnpike_resident_memory_bytes')).toBeGreaterThan(1e7);
    const lag = ['median', 'p99', 'max'].map((part) => scrapedValues.get(`turnpike_event_loop_lag_${part}_seconds`));
    expect(lag).toEqual(lag.toSorted((one, other) => one! - other!));
    // The name in the previous release.
    const before = ['0.5', '0.99', '1'].map((part) =>
      scrapedValues.get(`turnpike_event_loop_lag_seconds{quantile="${part}"}`),
    );
    expect(before).toEqual(lag);
    expect(lag.every((seconds) => seconds! >= 0)).toBe(true);
  });

  it('names no merchant, order, session or card', async () => {
    const text = await scraped();
    for (const secret of [order, 'TESTSHOP', CARD.number, 'SESSIONa', 'DANCE']) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts transactions that were recovered, and open results', async () => {
    const open = newOrderId();
    await rig.api(
      'PUT',
      `/order/${open}/transaction/1`,
      paying('AUTHORIZE', withCard({ expiry: { month: '11', year: '39' } })),
    );
    const left = newOrderId();
    await rig.api('PUT', `/order/${left}/transaction/1`, paying('AUTHORIZE'));
    await rig.forget(left);
    await rig.restart();
    const scrapedValues = values(await scraped());
    expect(scrapedValues.get('turnpike_transactions_recovered_total')).toBe(1);
    expect(scrapedValues.get('turnpike_open_results')).toBe(1);
  });
});

describe('a reader', () => {
  it.each(['10.0.0.1:8080', '10.0.0.1', '[fd00::1]:8080', 'localhost:9000', 'gateway', 'LOCALHOST:8080'])(
    'may be a scraper on this machine or in a private network, which requests %s',
    async (host) => {
      expect((await rig.call('GET', '/metrics', undefined, { headers: { Host: host } })).status).toBe(200);
    },
  );

  it.each(['rebound.evil.example', 'rebound.evil.example:8080', '10.0.0.1.evil.example', 'a@localhost', '1.2.3.4@x'])(
    'may not be a browser’s page, which requests %s',
    async (host) => {
      expect((await rig.call('GET', '/metrics', undefined, { headers: { Host: host } })).status).toBe(404);
    },
  );

  it.each([
    ['Forwarded', 'for=192.0.2.1'],
    ['Via', '1.1 edge'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['X-Forwarded-Host', 'pay.example'],
    ['X-Forwarded-Proto', 'https'],
    ['X-Real-IP', '10.0.0.1'],
    ['CF-Connecting-IP', '192.0.2.1'],
    ['True-Client-IP', '192.0.2.1'],
    ['X-Forwarded-For', ''],
  ])('is refused through a proxy with %s: %s is answered like an unknown address', async (name, value) => {
    const denied = await rig.call('GET', '/metrics', undefined, { headers: { [name]: value } });
    const nowhere = await rig.call('GET', '/nowhere', undefined, { headers: { [name]: value } });
    const shape = ({ status, headers, text }: typeof denied) => ({
      status,
      names: Object.keys(headers).sort(),
      text: text.replace(/[0-9A-Za-z]{10,}/g, ''),
    });
    expect(denied.status).toBe(404);
    expect(shape(denied)).toEqual(shape(nowhere));
    expect((await rig.call('POST', '/metrics', undefined, { headers: { [name]: value } })).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'may not use %s, which is answered with 405',
    async (method) => {
      const { status, headers } = await rig.call(method, '/metrics');
      expect([status, headers.allow]).toEqual([405, 'GET']);
    },
  );

  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['172.31.255.255', true],
    ['192.168.9.9', true],
    ['169.254.1.1', true],
    ['::1', true],
    ['::ffff:10.1.2.3', true],
    ['fd00::1', true],
    ['fe80::1%eth0', true],
    ['172.32.0.1', false],
    ['172.15.255.255', false],
    ['11.0.0.1', false],
    ['192.169.0.1', false],
    ['100.64.0.1', false],
    ['203.0.113.7', false],
    ['::ffff:203.0.113.7', false],
    ['2001:db8::1', false],
    ['::', false],
    ['', false],
  ])('at %s has a private address: %s', (address, expected) => {
    expect(isPrivate(address)).toBe(expected);
  });
});
