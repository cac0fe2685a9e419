/** The browsers of other engines than Chromium's, in which journeys are walked at length. */
import type { DriverPage } from './driver-page.ts';

export interface BrowserOptions {
  readonly javaScriptEnabled: boolean;
  /** A proxy of the test's own on this machine. Without one, only this machine's servers are reached. */
  readonly proxyPort?: number;
}

/** Higher than every page, so that every element can be pressed without scrolling. */
export const VIEWPORT = { width: 1280, height: 2_400 };

export interface DrivenBrowser {
  /** A payer with a cookie store of their own. */
  payer(): Promise<DriverPage>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly isMissing: boolean;
  /** @throws if the browser does not start */
  start(options: BrowserOptions): Promise<DrivenBrowser>;
}
