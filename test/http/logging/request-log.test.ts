/** The log lines of a request, at a server of its own with routes that fail on purpose. */
import { BlockList } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InterfaceError } from '../../../src/contract/interface-error.ts';
import { Pages } from '../../../src/http/answers/page-answers.ts';
import { ClientCertificates } from '../../../src/http/connections/client-certificate.ts';
import { createHttpServer } from '../../../src/http/listener/http-server.ts';
import type { RenderPage } from '../../../src/web/rendering/built-pages.ts';
import { pageRenderer } from '../../../src/web/rendering/page-renderer.ts';
import type { StatusPage } from '../../../src/web/views/index.ts';
import { answerOver } from '../../support/answer-over.ts';

const SESSION = `SESSION${'s'.repeat(24)}`;
const SENT = [SESSION, 'query-canary', 'header-canary', 'body-canary', '5123450000000008'];

const FAILURES: Record<string, () => unknown> = {
  chain: () => {
    const inner = Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL', given: SENT });
    throw new Error('the intent was not stored', { cause: new TypeError('in between', { cause: inner }) });
  },
  circle: () => {
    const error = new Error('goes round');
    error.cause = error;
    throw error;
  },
  text: () => {
    throw SESSION;
  },
  busy: () => {
    throw new InterfaceError('SERVER_BUSY', 'Try again.');
  },
  refused: () => {
    throw new InterfaceError('INVALID_REQUEST', `There is no session ${SESSION}.`);
  },
};

/** The answers of the built pages, as the server sees them. */
const PAGES: Record<string, RenderPage> = {
  'page-shown': async () => new Response('{}'),
  'page-threw': async () => new Response('{}', { status: 500 }),
  'page-missing': async () => new Response(null, { status: 404 }),
};
/** Likewise of a page that is not an error page. */
const STATUS_PAGES: Record<string, RenderPage> = {
  'status-threw': async () => new Response('{}', { status: 500 }),
  'status-missing': async () => new Response(null, { status: 404 }),
};

const addressOf = (route: string) => `/${route}/${SESSION}?q=query-canary`;

const logged: string[] = [];
let origin: string;
let close: () => Promise<void>;

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const app = createHttpServer({
    log,
    clientCertificates: new ClientCertificates({ proxies: new BlockList(), clock: { now: () => Date.now() }, log }),
    publicHost: 'none',
    // The port, and so the host, is not known yet; probes answer to any host.
    probes: [...Object.keys(FAILURES), ...Object.keys(PAGES), ...Object.keys(STATUS_PAGES)].map(addressOf),
    isRest: () => true,
    problemPage: async () => undefined,
  });
  for (const [name, render] of Object.entries(PAGES)) {
    const pages = new Pages(
      async () => pageRenderer({ render, answer: answerOver(render), styles: { console: [], docs: [], payer: [] } }),
      () => 'en',
      { publicOrigin: 'http://127.0.0.1' },
    );
    app.post(`/${name}/:session`, (request, reply) =>
      pages.showProblem(request, reply, { kind: 'notFound', locale: 'en' }),
    );
  }
  for (const [name, render] of Object.entries(STATUS_PAGES)) {
    const pages = new Pages(
      async () => pageRenderer({ render, answer: answerOver(render), styles: { console: [], docs: [], payer: [] } }),
      () => 'en',
      { publicOrigin: 'http://127.0.0.1' },
    );
    app.post(`/${name}/:session`, (request, reply) =>
      pages.show(request, reply, 'status', async () => ({ page: {} as StatusPage })),
    );
  }
  for (const [name, fail] of Object.entries(FAILURES)) {
    app.post(`/${name}/:session`, async () => fail());
  }
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
});
afterAll(() => close());

function parsed(text: string) {
  return text.startsWith('{') ? JSON.parse(text) : {};
}

async function lineOf(route: string) {
  const before = logged.length;
  const response = await fetch(origin + addressOf(route), {
    method: 'POST',
    headers: { Authorization: 'Basic header-canary', Cookie: 'turnpike=header-canary' },
    body: JSON.stringify({ text: 'body-canary', number: '5123450000000008' }),
  });
  const text = await response.text();
  await expect.poll(() => logged.length).toBe(before + 1);
  const line = logged[before]!;
  for (const sent of SENT) {
    expect(line).not.toContain(sent);
  }
  return { line: JSON.parse(line), answer: parsed(text), status: response.status, text };
}

describe('a request that failed by a defect', () => {
  it('leaves one error line with all causes, where each was thrown, and the code of the answer', async () => {
    const { line, answer, status, text } = await lineOf('chain');
    expect(status).toBe(500);
    expect(line).toMatchObject({
      level: 50,
      supportCode: answer.error.supportCode,
      method: 'POST',
      route: '/chain/:session',
      status: 500,
      err: { type: 'Error', message: 'the intent was not stored: in between: the disk is full (SQLITE_FULL)' },
    });
    for (const part of [
      'the intent was not stored',
      'TypeError: in between',
      'the disk is full',
      'request-log.test.ts',
    ]) {
      expect(line.err.stack).toContain(part);
    }
    expect(text).not.toMatch(/intent|disk|SQLITE|test\.ts/);
  });

  it('has its causes listed once where they form a cycle', async () => {
    const { line } = await lineOf('circle');
    expect(line.err.message).toContain('goes round');
  });

  it('is logged as such where the thrown value was no error', async () => {
    const { line, status } = await lineOf('text');
    expect([status, line.level]).toEqual([500, 50]);
    expect(line.err.message).toContain('no error');
  });
});

it('a busy gateway is logged as a warning with its reason', async () => {
  const { line, status } = await lineOf('busy');
  expect([status, line.level, line.err.message]).toEqual([503, 40, 'Try again.']);
});

it('a refusal is logged as one plain line without its explanation, which may contain ids', async () => {
  const { line, answer, status } = await lineOf('refused');
  expect([status, line.level, line.err]).toEqual([400, 30, undefined]);
  expect(line.supportCode).toBe(answer.error.supportCode);
});

describe('a page', () => {
  it('leaves a line like any other request, with the method that was sent', async () => {
    const { line } = await lineOf('page-shown');
    expect(line).toMatchObject({ level: 30, method: 'POST', route: '/page-shown/:session', status: 404 });
  });

  it.each(['page-threw', 'page-missing'])('that could not be rendered is logged as an error: %s', async (route) => {
    const { line } = await lineOf(route);
    expect(line).toMatchObject({ level: 50, method: 'POST', status: 500 });
    expect(line.err.message).toContain('/problem/…');
  });

  it.each(['status-threw', 'status-missing'])(
    'that could not be rendered at its own address is logged as an error too: %s',
    async (route) => {
      const { line } = await lineOf(route);
      expect(line).toMatchObject({ level: 50, method: 'POST', status: 500 });
      expect(line.err.message).toContain(`/${route}/…`);
    },
  );
});
