import { expect, it } from 'vitest';
import { exposition } from '../../../src/platform/metrics/exposition.ts';
import type { StoreGauges } from '../../../src/platform/metrics/family.ts';
import { mergedPages } from '../../../src/platform/metrics/merged-pages.ts';
import { exposedSources, GAUGES } from './sources.ts';

function exposed(
  store: () => Promise<StoreGauges>,
  storeCondition: 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT' = 'WRITABLE',
) {
  return exposition({ ...exposedSources(), store, storeCondition: () => storeCondition });
}

it('the exposition has the values of each source, also where one of them fails', async () => {
  const { text } = await exposed(async () => GAUGES).all();
  for (const line of [
    'turnpike_build_info{build="1.2.3+abc",node="v26.10.0"} 1',
    'turnpike_process_info{process="7",host="pay-1",pid="42",mode="live"} 1',
    'turnpike_policy_reports_total{directive="script-src"} 33',
    'turnpike_data_key_uses_total{key="5",purpose="seal"} 41',
    'turnpike_data_key_uses_max 1073741824',
    'turnpike_data_key_age_seconds{key="5",purpose="seal"} 61',
    'turnpike_data_key_age_seconds{key="2",purpose="hash"} 5',
    'turnpike_key_service_up 0',
    'turnpike_audit_entries_total 31',
    'turnpike_audit_head_failures_total 32',
    'turnpike_directory_server_up{scheme="VISA"} 1',
    'turnpike_directory_server_up{scheme="JCB"} 0',
    'turnpike_directory_server_ranges_age_seconds{scheme="VISA"} 90.5',
    'turnpike_acquirer_up{acquirer="default"} 0',
    'turnpike_acquirer_up{acquirer="eu"} 1',
    'turnpike_acquirer_breaker_state{acquirer="eu",state="closed"} 1',
    'turnpike_acquirer_sign_ons_total{acquirer="eu"} 9',
    'turnpike_acquirer_breaker_state{acquirer="default",state="half_open"} 1',
    'turnpike_acquirer_in_flight{acquirer="default"} 7',
    'turnpike_acquirer_timeouts_total{acquirer="default"} 5',
    'turnpike_acquirer_held_back_total{acquirer="default"} 3',
    'turnpike_acquirer_sign_ons_total{acquirer="default"} 4',
    'turnpike_acquirer_answers_refused_total{acquirer="default",reason="contradictory"} 1',
    'turnpike_acquirer_answers_refused_total{acquirer="default",reason="garbled"} 2',
    'turnpike_acquirer_answers_refused_total{acquirer="default",reason="unmatched"} 6',
    'turnpike_provider_unanswered_total{provider="demoWallet"} 21',
    'turnpike_provider_held_back_total{provider="demoWallet"} 22',
    'turnpike_provider_merchants_down{provider="demoWallet"} 23',
    'turnpike_standby_up 1',
    'turnpike_standby_age_seconds 1.5',
    'turnpike_standby_reads_total{place="standby"} 44',
    'turnpike_standby_fallbacks_total{reason="conflict"} 3',
    'turnpike_reversals_due 3',
    'turnpike_reversal_alerts 2',
    'turnpike_reversal_alarms 2',
    'turnpike_open_results 1',
    'turnpike_processes 4',
    'turnpike_notifications_due 6',
    'turnpike_notifications_oldest_seconds 30',
    'turnpike_transactions_total{type="payment",result="success"} 17',
    'turnpike_certificate_expiry_timestamp_seconds{setting="TLS_CERT"} 1800000000',
    'turnpike_backup_age_seconds 36',
    'turnpike_trace_spans_total{outcome="dropped"} 6',
    'turnpike_notification_tries_total{outcome="given_up"} 1',
    'turnpike_checkout_events_total{event="checkout_timed_out"} 3',
    'turnpike_receipt_mails_due 5',
    'turnpike_receipt_mail_tries_total{outcome="sent"} 7',
    'turnpike_receipt_mail_tries_total{outcome="refused"} 2',
    'turnpike_staff_mail_tries_total{outcome="sent"} 3',
    'turnpike_alerts{kind="order_locked"} 9',
    'turnpike_concerns{kind="order_locked"} 9',
    'turnpike_concerns{kind="result_open"} 0',
    'turnpike_transactions_recovered_total 8',
    'turnpike_invariants_broken_total 11',
    'turnpike_clock_step_seconds -1.5',
    'turnpike_declines_total{class="never"} 3',
    'turnpike_limited_attempts_total{rule="card"} 4',
    'turnpike_decline_alarms{of="merchant"} 36',
    'turnpike_decline_alarms{of="range"} 37',
    'turnpike_suspicious_payments_total{rule="address"} 34',
    'turnpike_suspicious_payments_ended_total{end="solved"} 35',
    'turnpike_store_up 1',
    'turnpike_store_corrupt 0',
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});

it('the name of an earlier release names its replacement', async () => {
  const { text } = await exposed(async () => GAUGES).all();
  expect(text).toContain('# HELP turnpike_concerns Deprecated: read turnpike_alerts instead.');
  expect(text).toContain('# HELP turnpike_reversal_alarms Deprecated: read turnpike_reversal_alerts instead.');
});

it('a store that does not answer leaves out its own counts, and no other metric', async () => {
  const { text } = await exposed(() => Promise.reject(new Error('gone'))).all();
  expect(text).toContain('turnpike_store_up 0');
  expect(text).not.toMatch(/^turnpike_reversals_due /m);
  expect(text).toContain('turnpike_acquirer_in_flight{acquirer="default"} 7');
});

it.each([
  ['NOT_WRITABLE', 'turnpike_store_corrupt 0'],
  ['CORRUPT', 'turnpike_store_corrupt 1'],
] as const)('a store that answers and is %s is reported as down', async (condition, line) => {
  const { text } = await exposed(async () => GAUGES, condition).all();
  expect(text).toContain('turnpike_store_up 0');
  expect(text).toContain(line);
});

it('several processes share one page: each family once, values of a process with its label, those of the store once', async () => {
  const { all, ofProcess, ofStore } = exposed(async () => GAUGES);
  const one = await ofProcess();
  const page = mergedPages([one, one.replaceAll('process="7"', 'process="8"'), (await ofStore()).text]);
  const lines = page.split('\n');
  for (const line of [
    'turnpike_connections{process="7"} 1',
    'turnpike_connections{process="8"} 1',
    'turnpike_acquirer_up{acquirer="eu",process="7"} 1',
    'turnpike_alerts{kind="order_locked"} 9',
    'turnpike_concerns{kind="order_locked"} 9',
    'turnpike_reversals_due 3',
  ]) {
    expect(lines.filter((other) => other === line)).toEqual([line]);
  }
  const families = (text: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('# HELP '))
      .sort();
  expect(families(page)).toEqual(families((await all()).text));
});

it('many scrapes at once query the store once', async () => {
  let asked = 0;
  const scrape = exposed(async () => {
    asked += 1;
    return GAUGES;
  });
  await Promise.all(Array.from({ length: 20 }, () => scrape.all()));
  await scrape.ofStore();
  expect(asked).toBe(1);
});
