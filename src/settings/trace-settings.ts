/** Reads where traces are sent. The names are those of OpenTelemetry. */
import { SettingsError } from './settings-error.ts';
import { isThisMachine } from './this-machine.ts';

export interface TraceSettings {
  /** The address of the receiver's spans. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of requests that are traced, 0 to 1. */
  readonly ratio: number;
  readonly serviceName: string;
  /** The longest time for which a span waits, milliseconds. */
  readonly delayMs: number;
}

export interface TraceTexts {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: string | undefined;
  readonly OTEL_SERVICE_NAME?: string | undefined;
  readonly OTEL_BSP_SCHEDULE_DELAY?: string | undefined;
}

const PATH = '/v1/traces';
const RATIO = '0.1';
const SERVICE_NAME = 'turnpike';
const DELAY_MS = '5000';
/** A name of RFC 9110, and a value of visible ASCII with spaces inside. */
const HEADER = /^[!#$%&'*+.^`|~\w-]+$/;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * @returns undefined if no receiver is set: then requests are not traced
 * @throws SettingsError with one line that names the setting, without the headers' values
 */
export function readTraces(texts: TraceTexts, mode: 'live' | 'sandbox'): TraceSettings | undefined {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_TRACES_SAMPLER_ARG: ratio = RATIO,
    OTEL_SERVICE_NAME: serviceName = SERVICE_NAME,
    OTEL_BSP_SCHEDULE_DELAY: delay = DELAY_MS,
  } = texts;
  if (endpoint === undefined) {
    return undefined;
  }
  if (!/^(?:0|1|0?\.\d{1,9}|[01]\.\d{1,9})$/.test(ratio) || Number(ratio) > 1) {
    throw new SettingsError('OTEL_TRACES_SAMPLER_ARG cannot be used: it takes a share from 0 to 1, such as 0.1.');
  }
  if (!/^[1-9]\d{0,5}$/.test(delay)) {
    throw new SettingsError('OTEL_BSP_SCHEDULE_DELAY cannot be used: it takes milliseconds from 1 to 999999.');
  }
  return {
    url: spansUrl(endpoint, mode),
    headers: readHeaders(headers),
    ratio: Number(ratio),
    serviceName,
    delayMs: Number(delay),
  };
}

function spansUrl(endpoint: string, mode: 'live' | 'sandbox'): URL {
  const url = URL.parse(endpoint);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new SettingsError(
      'OTEL_EXPORTER_OTLP_ENDPOINT cannot be used: it takes an address such as http://localhost:4318.',
    );
  }
  if (mode === 'live' && url.protocol === 'http:' && !isThisMachine(url.hostname)) {
    throw new SettingsError(
      'OTEL_EXPORTER_OTLP_ENDPOINT cannot be used in live mode without TLS to another machine: it takes https.',
    );
  }
  url.pathname = url.pathname.replace(/\/$/, '') + PATH;
  return url;
}

/** @example readHeaders('api-key=abc,tenant=a%20b') // { 'api-key': 'abc', tenant: 'a b' } */
function readHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at).trim();
      const value = at < 0 ? '' : decoded(pair.slice(at + 1).trim());
      if (!HEADER.test(name) || !HEADER_VALUE.test(value)) {
        throw new SettingsError(
          'OTEL_EXPORTER_OTLP_HEADERS cannot be used: it takes NAME=VALUE, separated by commas and percent-encoded.',
        );
      }
      return [name, value];
    }),
  );
}

/** Returns an empty text if the text is not percent-encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
