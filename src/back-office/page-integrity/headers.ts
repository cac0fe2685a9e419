/** Compares the headers of a live page with those that this release sends. */
import type { PageInventory } from './inventory.ts';

/** Headers that would let a page load, send or allow more, and that payers' pages do not have. */
const FOREIGN_HEADERS = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'content-security-policy-report-only',
  'link',
  'refresh',
  'service-worker-allowed',
  'sourcemap',
  'x-sourcemap',
];
const POLICY = 'Content-Security-Policy';
const TRANSPORT = 'Strict-Transport-Security';
const HTML = 'text/html; charset=utf-8';
/** A year: the minimum for preload lists. */
const TRANSPORT_SECONDS_MIN = 31_536_000;

/** @returns a sentence for each difference */
export function headerDifferences(headers: Headers, { headers: expected }: PageInventory, isHttps: boolean): string[] {
  const { [POLICY]: policy = '', ...others } = expected;
  const wrong = Object.entries({ ...others, 'Content-Type': HTML }).flatMap(([name, value]) => {
    const sent = headers.get(name);
    return sent === value ? [] : [sent === null ? `${name} is missing` : `${name} is ${sent}, not ${value}`];
  });
  const foreign = FOREIGN_HEADERS.flatMap((name) => (headers.has(name) ? [`${name} is ${headers.get(name)}`] : []));
  return [...wrong, ...policyDifferences(headers.get(POLICY), policy), ...foreign, ...transport(headers, isHttps)];
}

function policyDifferences(sent: string | null, expected: string): string[] {
  if (sent === null) {
    return [`${POLICY} is missing`];
  }
  const [has, wants] = [directives(sent), directives(expected)];
  const names = [...new Set([...has.keys(), ...wants.keys()])];
  return names.flatMap((name) => {
    const [is, wanted] = [has.get(name), wants.get(name)];
    if (is === wanted) {
      return [];
    }
    const so = is === undefined ? 'is missing' : `is ${is === '' ? 'empty' : is}`;
    return [`${POLICY}: ${name} ${so}${wanted === undefined ? ', and no page has it' : `, not ${wanted}`}`];
  });
}

/** The policy's directives by name. The sources of a repeated directive are joined. */
function directives(policy: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    const before = found.get(name);
    found.set(name, before === undefined ? sources.join(' ') : `${before} and ${sources.join(' ')}`);
  }
  return found;
}

function transport(headers: Headers, isHttps: boolean): string[] {
  if (!isHttps) {
    return [];
  }
  const sent = headers.get(TRANSPORT);
  const seconds = Number(/max-age=(\d+)/.exec(sent ?? '')?.[1] ?? 0);
  return seconds >= TRANSPORT_SECONDS_MIN ? [] : [`${TRANSPORT} is ${sent ?? 'missing'}`];
}
