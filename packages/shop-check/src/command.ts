/** `shop-check URL`: reads the arguments, runs the check, writes the report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CheckOptions, openCheck, type Report, SETTLE_MS } from './check.ts';
import { DEFAULT_PORT, type ShopSettings } from './gateway/settings.ts';
import { HISTORIES } from './histories/index.ts';
import { TIMEOUT_MS } from './payer/http.ts';
import type { Outcome } from './play/play.ts';
import { jsonOf } from './report/json.ts';
import { junitOf } from './report/junit.ts';
import { lineOf, summaryOf } from './report/text.ts';
import { shopByCheckPage } from './shop/check-page.ts';
import { ShopProblem } from './shop/shop.ts';

/** The largest number that an option takes. */
const NUMBER_MAX = 999_999_999;

export const USAGE = `shop-check URL [--token TOKEN]   plays the histories against the shop with this check page
shop-check --settings            prints the settings that the shop needs
shop-check --list                prints the histories

  --only NAME        this history alone; may be given several times
  --notify URL       the shop's address for notifications, if it sends no order.notificationUrl
  --port PORT        the port of the gateway for the shop; 8070 if absent
  --seed NUMBER      chooses the amounts; 1 if absent
  --timeout SECONDS  the limit of one exchange with the shop; 10 if absent
  --settle SECONDS   how long an order of the shop may take to be right; 3 if absent
  --ca FILE          a certificate (PEM) to trust
  --json             the report as JSON
  --junit FILE       the report as JUnit's XML, besides

Exit codes: 0 every history passed, 1 the shop did something wrong, 2 the check could not run.
`;

export interface CommandOutput {
  out(text: string): void;
  err(text: string): void;
}

/** @returns the exit code */
export async function runCommand(
  args: readonly string[],
  output: CommandOutput,
  options: Pick<CheckOptions, 'startWorld'> = {},
): Promise<0 | 1 | 2> {
  try {
    return await run(args, output, options);
  } catch (error) {
    if (error instanceof ShopProblem) {
      output.err(`${error.message}\n`);
      return 2;
    }
    // A fault of the check, which is reported like any other reason why it cannot run.
    output.err(`The check failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function run(
  args: readonly string[],
  output: CommandOutput,
  options: Pick<CheckOptions, 'startWorld'>,
): Promise<0 | 1 | 2> {
  const { values, positionals } = parsed(args);
  const [url, ...more] = positionals;
  if (values.help) {
    output.out(USAGE);
    return 0;
  }
  if (values.list) {
    output.out(HISTORIES.map(({ name, title }) => `${name}: ${title}\n`).join(''));
    return 0;
  }
  if (values.settings !== true && (url === undefined || more.length > 0)) {
    output.err(USAGE);
    return 2;
  }
  const timeoutMs = number('--timeout', values.timeout, { otherwise: TIMEOUT_MS / 1_000, min: 1 }) * 1_000;
  const settleMs = number('--settle', values.settle, { otherwise: SETTLE_MS / 1_000 }) * 1_000;
  const ca = values.ca?.map(fileOf);
  if (url !== undefined) {
    addressOf('The shop', url);
  }
  if (values.token !== undefined && !/^[\x21-\x7e]+$/.test(values.token)) {
    throw new ShopProblem('--token is to be of letters, digits and signs of ASCII, without spaces.');
  }
  if (values.junit !== undefined) {
    // Before the histories, which take a while.
    writeReport(values.junit, '');
  }
  const check = await openCheck({
    ...options,
    port: number('--port', values.port, { otherwise: DEFAULT_PORT, max: 65_535 }),
    seed: number('--seed', values.seed, { otherwise: 1 }),
    timeoutMs,
    settleMs,
    ...(values.notify !== undefined && { notificationUrl: addressOf('--notify', values.notify) }),
    ...(values.only !== undefined && { only: values.only }),
    ...(ca !== undefined && { ca }),
    onOutcome: (outcome) => values.json !== true && output.out(`${lineOf(outcome)}\n`),
  });
  try {
    if (url === undefined) {
      output.out(settingsText(check.settings));
      return 0;
    }
    if (values.json !== true) {
      output.out(settingsText(check.settings));
    }
    const shop = shopByCheckPage({ url, token: values.token, http: { timeoutMs, ca } });
    const report = await check.run(shop);
    output.out(values.json === true ? jsonOf(report) : `${summaryOf(report)}\n`);
    if (values.junit !== undefined) {
      writeReport(values.junit, junitOf(report));
    }
    return exitCodeOf(report);
  } finally {
    await check.close();
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ca: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        junit: { type: 'string' },
        list: { type: 'boolean' },
        notify: { type: 'string' },
        only: { type: 'string', multiple: true },
        port: { type: 'string' },
        seed: { type: 'string' },
        settle: { type: 'string' },
        settings: { type: 'boolean' },
        timeout: { type: 'string' },
        token: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ShopProblem((error as Error).message);
  }
}

function exitCodeOf({ outcomes }: Report): 0 | 1 | 2 {
  const has = (wanted: Outcome['result']) => outcomes.some(({ result }) => result === wanted);
  // A check that left everything out has checked nothing.
  return has('failed') ? 1 : has('passed') ? 0 : 2;
}

function settingsText({ gateway, merchant, password, notificationKey, notificationSecret }: ShopSettings): string {
  return [
    'Your shop needs these settings while it is checked:',
    `  gateway                 ${gateway}`,
    `  merchant                ${merchant}`,
    `  API password            ${password}`,
    `  notification key        ${notificationKey}`,
    `  X-Notification-Secret   ${notificationSecret}`,
    '',
    '',
  ].join('\n');
}

interface NumberRange {
  readonly otherwise: number;
  readonly min?: number;
  readonly max?: number;
}

function number(name: string, text: string | undefined, { otherwise, min = 0, max = NUMBER_MAX }: NumberRange): number {
  if (text === undefined) {
    return otherwise;
  }
  if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) {
    throw new ShopProblem(`${name} is to be a whole number from ${min} to ${max}.`);
  }
  return Number(text);
}

function addressOf(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ShopProblem(`${name} is to be an address with http or https.`);
  }
  return text;
}

function fileOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ShopProblem(`${file} cannot be read.`);
  }
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch {
    throw new ShopProblem(`${file} cannot be written.`);
  }
}
