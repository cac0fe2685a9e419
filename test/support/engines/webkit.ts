/**
 * WebKitGTK's own browser, driven by WebKitWebDriver. A driver has one session, so each payer has a driver, a browser,
 * and a display without a screen.
 */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePorts } from '../ports.ts';
import { spawnTethered } from '../tethered.ts';
import { type BrowserOptions, type DrivenBrowser, type Engine, VIEWPORT } from './engine.ts';
import { type Classic, createClassic } from './webdriver-classic.ts';
import { openPage } from './webkit-page.ts';

/** `scripts/lib/webkit.mjs` sets it; the default is Debian's. */
const DRIVER = process.env.WEBKIT_DRIVER_PATH || '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';

/** A cold start takes two seconds, on a busy machine several times that. */
const START_MS_MAX = 15_000;
/** The window's height around the page. */
const TOOLBAR_PX = 38;

export const WEBKIT: Engine = {
  name: 'WebKit',
  isMissing: ![DRIVER, DISPLAY_SERVER].every((file) => existsSync(file)),
  start: startWebKit,
};

async function startWebKit(options: BrowserOptions): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'turnpike-webkit-'));
  const open = new Set<() => Promise<void>>();

  async function startDriver(): Promise<{ classic: Classic; stop: () => Promise<void> }> {
    const display = await startDisplay();
    const [port = 0] = await freePorts(1);
    const driver = spawnTethered(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], environment(display.name, home));
    driver.stdout.resume();
    let said = '';
    driver.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const stop = async () => {
      open.delete(stop);
      // The end of its display ends the browser.
      await Promise.all([driver, display.process].map(kill));
    };
    open.add(stop);
    const classic = createClassic(`http://127.0.0.1:${port}`);
    try {
      await vi.waitUntil(() => classic.isReady(), { timeout: START_MS_MAX, interval: 50 });
      await classic.begin(capabilities(options), START_MS_MAX);
    } catch (cause) {
      await stop();
      throw new Error(`WebKit does not start on the display ${display.name}: ${said}`, { cause });
    }
    return { classic, stop };
  }

  return {
    async payer() {
      // On a busy machine the driver sometimes does not find the browser that it has started, and waits for ever.
      // On a busy machine a driver may wait for ever for the browser that it has started.
      const { classic, stop } = await startDriver().catch(startDriver);
      await classic.send('POST', '/window/rect', { width: VIEWPORT.width, height: VIEWPORT.height + TOOLBAR_PX });
      return openPage(classic, stop);
    },
    async close() {
      await Promise.all([...open].map((stop) => stop()));
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}

/** Its number is random: servers that choose one themselves at the same time may choose the same. */
async function startDisplay() {
  const name = `:${randomInt(1_000, 1_000_000)}`;
  const screen = `${VIEWPORT.width}x${VIEWPORT.height + TOOLBAR_PX}x24`;
  // It would restart after its last client, and refuse the next one meanwhile.
  const settings = [name, '-noreset', '-nolisten', 'tcp', '-displayfd', '1', '-screen', '0', screen];
  const child = spawnTethered(DISPLAY_SERVER, settings, process.env);
  child.stderr.resume();
  // It reports its number once it accepts connections.
  await once(child.stdout, 'data', { signal: AbortSignal.timeout(START_MS_MAX) });
  return { process: child, name };
}

/** Its sandbox does not start as root, and needs no graphics card and no desktop here. */
const environment = (display: string, home: string): NodeJS.ProcessEnv => ({
  ...process.env,
  DISPLAY: display,
  GDK_BACKEND: 'x11',
  LIBGL_ALWAYS_SOFTWARE: '1',
  LANG: 'C.UTF-8',
  LANGUAGE: 'en_US',
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  XDG_CACHE_HOME: home,
  XDG_CONFIG_HOME: home,
  XDG_DATA_HOME: home,
});

/** Blocks all hosts except this machine's: the configured proxy does not exist. */
const OFFLINE = { httpProxy: '127.0.0.1:9', sslProxy: '127.0.0.1:9', noProxy: ['127.0.0.1', 'localhost'] };

const capabilities = ({ javaScriptEnabled, proxyPort }: BrowserOptions) => ({
  proxy: { proxyType: 'manual', ...(proxyPort === undefined ? OFFLINE : { httpProxy: `127.0.0.1:${proxyPort}` }) },
  'webkitgtk:browserOptions': {
    args: ['--automation', `--enable-javascript=${javaScriptEnabled ? 'TRUE' : 'FALSE'}`],
  },
});
