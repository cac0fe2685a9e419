/** The alert rules and the dashboard: their expressions parse, use existing metrics, and lead to existing runbooks. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { ALERT_RULES } from '../../src/core/workers/alert-rules.ts';
import { FAMILIES } from '../../src/platform/metrics/families.ts';
import { filesBelow, ROOT } from './documentation.ts';

const RULES = join(ROOT, 'docs/operating/alerts/rules.yaml');
const UNIT_TESTS = join(ROOT, 'test/docs-files/alert-rules.yaml');
const RUNBOOKS = 'https://docs.example/alerts/';
/** In the address of a runbook: that of the alert's kind. */
const KIND = '{{ $labels.kind | reReplaceAll "_" "-" }}';
const KIND_NAMES = Object.keys(ALERT_RULES).map((kind) => kind.toLowerCase().replaceAll('_', '-'));
/** `scripts/lib/promtool.mjs` sets it; the default is Debian's. Undefined if there is none. */
const PROMTOOL = [process.env.PROMTOOL_PATH || '/usr/bin/promtool'].find((file) => existsSync(file));

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parse(readFileSync(RULES, 'utf8')) as { readonly groups: readonly { readonly rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** The files to which a rule's address can lead. */
const runbooks = ({ annotations: { runbook_url: url } }: Rule): string[] => {
  const file = url.slice(RUNBOOKS.length).replace(/#.*$/, '');
  return url.includes(KIND) ? KIND_NAMES.map((name) => file.replace(KIND, name)) : [file];
};
const dashboard = JSON.parse(readFileSync(join(ROOT, 'docs/operating/dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};
/** Grafana's variables have values only there. */
const panelExpressions = dashboard.panels
  .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', '.+'));

/** The series of every family, as Prometheus names them. */
const SERIES = new Set(
  FAMILIES.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
);
const unknownSeries = (expressions: readonly string[]) =>
  expressions.flatMap((expr) => expr.match(/\bturnpike_\w+/g) ?? []).filter((name) => !SERIES.has(name));

it('each rule has a severity, a summary and an existing runbook, and uses existing metrics', () => {
  expect(rules.length).toBeGreaterThan(15);
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(?:page|ticket)$/)]);
    expect(annotations.summary).toMatch(/^.+\.$/);
    expect(annotations.runbook_url.startsWith(RUNBOOKS)).toBe(true);
  }
  const missing = rules.flatMap(runbooks).filter((file) => !existsSync(join(ROOT, 'docs/operating/alerts', file)));
  expect(missing).toEqual([]);
  expect(unknownSeries(rules.map(({ expr }) => expr))).toEqual([]);
});

it('every runbook is that of an alert rule, or of a kind of alert in the store', () => {
  const ofRules = new Set(rules.flatMap(runbooks));
  const index = readFileSync(join(ROOT, 'docs/operating/alerts/README.md'), 'utf8');
  const lost = filesBelow('docs/operating/alerts', '.md')
    .map((file) => file.slice('docs/operating/alerts/'.length))
    .filter((file) => file !== 'README.md' && !ofRules.has(file) && !index.includes(`](${file})`));
  expect(lost).toEqual([]);
});

it('each panel of the dashboard has a title, a description and legends, and uses existing metrics', () => {
  const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
  expect(rows).toEqual([
    'Payments by outcome',
    'Latency',
    'Acquirer',
    'Providers',
    'Notifications',
    'Store',
    'Pages',
    'Process',
  ]);
  for (const { type, title, description = '', targets = [] } of dashboard.panels) {
    expect(title).not.toBe('');
    expect(type === 'row' || (description !== '' && targets.length > 0)).toBe(true);
    expect(targets.filter(({ legendFormat }) => legendFormat === '')).toEqual([]);
  }
  expect(unknownSeries(panelExpressions)).toEqual([]);
});

it.skipIf(PROMTOOL === undefined)(
  'promtool accepts the rules and each expression of the dashboard, and each alert fires where its cause is',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'turnpike-rules-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const panels = join(folder, 'panels.yaml');
    const recorded = panelExpressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    await writeFile(panels, stringify({ groups: [{ name: 'panels', rules: recorded }] }));
    const run = promisify(execFile);
    const { stdout } = await run(PROMTOOL!, ['check', 'rules', RULES, panels]);
    expect(stdout).toContain(`${rules.length} rules found`);
    expect(stdout).toContain(`${recorded.length} rules found`);
    await run(PROMTOOL!, ['test', 'rules', UNIT_TESTS]);
    const tested = readFileSync(UNIT_TESTS, 'utf8');
    expect(rules.filter(({ alert }) => !tested.includes(`alertname: ${alert}\n`))).toEqual([]);
  },
);
