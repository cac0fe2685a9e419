/** Stock Firefox, headless, for journeys that must also work outside Chromium. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnTethered } from '../tethered.ts';
import { type BrowserOptions, type DrivenBrowser, type Engine, VIEWPORT } from './engine.ts';
import { openPage } from './firefox-page.ts';
import { type Bidi, connectBidi } from './webdriver-bidi.ts';

/** `scripts/lib/firefox.mjs` sets it; the default is Debian's. */
const EXECUTABLE = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';

/** A cold start takes three seconds, on a busy machine many times that. */
const START_MS_MAX = 60_000;
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

/** Blocks all hosts except the gateway, the sandbox and the shop: the configured proxy does not exist. */
const OFFLINE = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.share_proxy_settings': true,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
};

/** A proxy of the test's own, for this machine's servers too. */
const through = (port: number) => ({
  'network.proxy.http_port': port,
  'network.proxy.no_proxies_on': '',
  'network.proxy.allow_hijacking_localhost': true,
});

export const FIREFOX: Engine = { name: 'Firefox', isMissing: !existsSync(EXECUTABLE), start: startFirefox };

async function startFirefox({ javaScriptEnabled, proxyPort }: BrowserOptions): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'turnpike-firefox-'));
  const preferences = {
    ...OFFLINE,
    ...(proxyPort !== undefined && through(proxyPort)),
    'intl.accept_languages': 'en-US, en',
    'javascript.enabled': javaScriptEnabled,
  };
  const lines = Object.entries(preferences).map((one) => `user_pref(${one.map((part) => JSON.stringify(part))});\n`);
  await writeFile(join(profile, 'user.js'), lines);
  const child = spawnTethered(
    EXECUTABLE,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    // Its crash reporter would not be tethered.
    { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' },
  );
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = Promise.withResolvers<string>();
  let said = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    const found = LISTENING.exec(said);
    if (found?.[1] !== undefined) {
      address.resolve(found[1]);
    }
  });
  const late = setTimeout(() => address.reject(new Error(`${EXECUTABLE} is not ready: ${said}`)), START_MS_MAX);
  void exited.then(() => address.reject(new Error(`${EXECUTABLE} ended at its start: ${said}`)));

  const put = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  let bidi: Bidi;
  try {
    bidi = await connectBidi(`${await address.promise}/session`);
    await bidi.send('session.new', { capabilities: {} });
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  } catch (error) {
    await put();
    throw error;
  } finally {
    clearTimeout(late);
  }
  return {
    async payer() {
      const { userContext } = await bidi.send<{ userContext: string }>('browser.createUserContext');
      return openPage(bidi, userContext, VIEWPORT);
    },
    async close() {
      bidi.close();
      await put();
    },
  };
}
