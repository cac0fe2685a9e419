import { type Browser, chromium, type LaunchOptions } from 'playwright';

/** Chromium as root, in a container, with no traffic of its own that a test could mistake for the page's. */
const launchArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: launchArgs, ...options });
}
