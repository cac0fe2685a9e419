/**
 * `npm run reference`: regenerates the committed parts of the reference: the OpenAPI document, the client, the page
 * about merchant profiles, and the answers to its examples. To get these answers it runs a gateway and an acquirer's
 * host in this process, in a temporary folder.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openStore } from '../src/adapters/store/index.ts';
import { Vault } from '../src/adapters/vault/vault.ts';
import { clientText } from '../src/api/reference/client/document.ts';
import { packageFiles } from '../src/api/reference/client/package-types.ts';
import { scriptTypesText } from '../src/api/reference/client/script-types.ts';
import { DOCUMENTED_OPERATIONS } from '../src/api/reference/documented-operations.ts';
import {
  type CompleteAtProvider,
  type ExampleAnswer,
  maskVolatile,
  type PassBank,
  runExample,
  type SendRequest,
} from '../src/api/reference/example-run.ts';
import { EXAMPLES } from '../src/api/reference/examples.ts';
import { openApiText } from '../src/api/reference/openapi/document.ts';
import {
  RECORDED_FILE,
  type RecordedAnswer,
  recordedAnswers,
  recordedText,
} from '../src/api/reference/recorded-answers.ts';
import { Passwords } from '../src/api/rest/passwords.ts';
import { INVENTORY_FILE } from '../src/back-office/page-integrity/index.ts';
import { startApp } from '../src/compose/index.ts';
import { startAcquirerHost } from '../src/sandbox/acquirer/host.ts';
import { startProviders } from '../src/sandbox/providers/start-providers.ts';
import { startThreeDS } from '../src/sandbox/three-ds/start-three-ds.ts';
import { sandboxProviderKey, sandboxThreeDSCertificates } from '../src/settings/sandbox/index.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { checkoutStates, STATES_FILE } from './checkout-states.ts';
import { inventoryText, pageInventory } from './page-scripts.ts';
import { PROFILE_FILE, profileReference } from './profile-reference.ts';

const OPENAPI_FILE = new URL('../docs/openapi.json', import.meta.url);
const CLIENT_FILE = new URL('../docs/turnpike-client.ts', import.meta.url);
const SCRIPT_TYPES_FILE = new URL('../docs/turnpike-scripts.d.ts', import.meta.url);

const PASSWORD = 'only-for-these-examples';
/** The origin that the recorded answers show. */
const HOST = 'localhost:8080';
const READY_MS_MAX = 10_000;

async function record(): Promise<Record<string, ExampleAnswer>> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-reference-'));
  const log = pino({ level: 'warn' });
  const host = await startAcquirerHost({ host: '127.0.0.1', port: 0, speed: 1, memory: true, log });
  const secret = sandboxProviderKey(folder);
  const providers = await startProviders({ speed: 1, secret, log, memory: true });
  const threeDS = await startThreeDS({ certificates: sandboxThreeDSCertificates(folder), log });
  const settings = readSettings({
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_ORIGIN: `http://${HOST}`,
    SANDBOX_PORT: `${providers.port}`,
    SANDBOX_3DS_PORT: new URL(threeDS.api).port,
    ACQUIRER_URL: `iso8583://127.0.0.1:${host.port}`,
    SANDBOX_API_PASSWORD: PASSWORD,
  });
  const app = await startApp(settings, log, '0');
  try {
    await ready(app.port);
    await putMerchants(settings);
    const answers: Record<string, ExampleAnswer> = {};
    for (const name of DOCUMENTED_OPERATIONS) {
      answers[name] = await runExample(name, sender(app.port), visitor(app.port), bankPasser(app.port));
    }
    return answers;
  } finally {
    await app.close();
    await threeDS.close();
    await providers.close();
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates the merchants of examples that the sandbox does not create. */
async function putMerchants(settings: Settings): Promise<void> {
  const store = await openStore(settings, { owner: false });
  const vault = await Vault.open(settings.keys, store.dataKeys);
  const passwords = new Passwords((purpose, text) => vault.hash(purpose, text));
  for (const name of DOCUMENTED_OPERATIONS) {
    const { merchant } = EXAMPLES[name];
    if (merchant === undefined) {
      continue;
    }
    await store.merchants.put(merchant, Date.now());
    await store.merchants.setPasswordHash(merchant.id, await passwords.hash(merchant.id, PASSWORD), Date.now());
  }
  await store.close();
}

async function ready(port: number): Promise<void> {
  for (const until = Date.now() + READY_MS_MAX; ; await pause(50)) {
    const { status } = await exchange(port, 'GET', '/readyz');
    if (status === 200) {
      return;
    }
    if (Date.now() > until) {
      throw new Error('The gateway did not get ready.');
    }
  }
}

function sender(port: number): SendRequest {
  return (merchant, method, address, body, version) =>
    exchange(port, method, `/api/rest/version/${version}/merchant/${merchant}${address}`, body, {
      Authorization: `Basic ${Buffer.from(`merchant.${merchant}:${PASSWORD}`).toString('base64')}`,
    });
}

/**
 * Takes a payer's browser to the provider, but not back: the return URL has the gateway's configured origin, where no
 * server listens.
 */
function visitor(port: number): CompleteAtProvider {
  return async (redirectUrl) => {
    const { location } = await exchange(port, 'GET', new URL(redirectUrl).pathname);
    if (location === undefined) {
      throw new Error('The payer was not led to the provider.');
    }
    await fetch(location, { redirect: 'manual' });
  };
}

/** Takes a payer's browser through a frictionless authentication. */
function bankPasser(port: number): PassBank {
  return async (acsUrl, paReq) => {
    const { pathname } = new URL(acsUrl);
    const fields = new URLSearchParams({ PaReq: paReq, TermUrl: 'https://shop.example/authenticated', MD: 'CART-1' });
    await exchange(port, 'POST', pathname, fields.toString(), { 'Content-Type': 'application/x-www-form-urlencoded' });
    const { text } = await exchange(port, 'GET', pathname);
    const [, paRes] = /name="PaRes" value="([^"]+)"/.exec(text) ?? [];
    if (paRes === undefined) {
      throw new Error('The bank asked the payer of the example.');
    }
    return paRes;
  };
}

/** Sends a request with the gateway's configured host as `Host`, which `fetch` does not allow. */
function exchange(
  port: number,
  method: string,
  path: string,
  body?: string,
  headers: object = {},
): Promise<{ status: number; text: string; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false, headers: { Host: HOST, ...headers } });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) {
        chunks.push(chunk as Buffer);
      }
      const { location } = response.headers;
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), location });
    });
    sent.end(body);
  });
}

/**
 * Keeps a recorded answer if the new one differs only in generated values, so that every difference in the file is
 * meaningful.
 */
function withKept(answers: Readonly<Record<string, ExampleAnswer>>): RecordedAnswer {
  const kept: Readonly<Record<string, ExampleAnswer>> = existsSync(RECORDED_FILE) ? recordedAnswers() : {};
  return Object.fromEntries(
    Object.entries(answers).map(([name, answered]) => {
      const known = kept[name];
      return [name, known !== undefined && meaning(known) === meaning(answered) ? known : answered];
    }),
  );
}

const meaning = ({ status, answer }: ExampleAnswer): string => JSON.stringify([status, maskVolatile(answer)]);

if (import.meta.main) {
  const answers = await record();
  for (const [name, { status, answer }] of Object.entries(answers)) {
    if (status >= 400) {
      throw new Error(`The example of ${name} was refused: ${JSON.stringify(answer)}`);
    }
  }
  writeFileSync(RECORDED_FILE, recordedText(withKept(answers)));
  writeFileSync(OPENAPI_FILE, openApiText());
  writeFileSync(CLIENT_FILE, clientText());
  writeFileSync(SCRIPT_TYPES_FILE, scriptTypesText());
  writeFileSync(PROFILE_FILE, profileReference());
  writeFileSync(STATES_FILE, checkoutStates());
  writeFileSync(INVENTORY_FILE, inventoryText(await pageInventory()));
  for (const [file, text] of Object.entries(packageFiles())) {
    writeFileSync(new URL(`../${file}`, import.meta.url), text);
  }
  const count = Object.keys(answers).length;
  process.stdout.write(
    `${count} answers, the OpenAPI document, the client, the packages' types and the pages about profiles and states are up to date.\n`,
  );
}
