/** The settings of traces, with OpenTelemetry's names. */
import { expect, it } from 'vitest';
import { readTraces } from '../../src/settings/trace-settings.ts';

const ENDPOINT = 'http://localhost:4318';

it('there are no traces without a receiver', () => {
  expect(readTraces({ OTEL_TRACES_SAMPLER_ARG: '1' }, 'live')).toBeUndefined();
});

it('a receiver alone is enough', () => {
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: `${ENDPOINT}/base/` }, 'live')).toEqual({
    url: new URL(`${ENDPOINT}/base/v1/traces`),
    headers: {},
    ratio: 0.1,
    serviceName: 'turnpike',
    delayMs: 5_000,
  });
});

it('headers are percent-encoded and separated by commas', () => {
  const OTEL_EXPORTER_OTLP_HEADERS = 'api-key=a%2Cb, tenant = shop one';
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS }, 'live')?.headers).toEqual({
    'api-key': 'a,b',
    tenant: 'shop one',
  });
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://localhost'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:secret@traces.example'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://traces.example:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ['OTEL_BSP_SCHEDULE_DELAY', '0'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0d%0asecret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zzsecret'],
])('live mode refuses %s=%s by name, without the value', (name, value) => {
  const read = () => readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, [name]: value }, 'live');
  expect(read).toThrow(name);
  expect(read).not.toThrow('secret');
});

it('the sandbox sends traces to another machine without TLS', () => {
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, 'sandbox')?.url.href).toBe(
    'http://collector:4318/v1/traces',
  );
});
