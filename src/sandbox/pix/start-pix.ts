/** The PSP alone, on a port of its own and without TLS, for callers that do not need the rest of the sandbox. */
import type { AddressInfo } from 'node:net';
import { createSandboxApp } from '../kit/http/http-app.ts';
import { addPix } from './add-pix.ts';
import { API, PIX_PREFIX } from './prefix.ts';
import { Psp, type PspOptions } from './psp.ts';

const LOOPBACK = '127.0.0.1';

export interface StartedPix {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Prefix of `/api/v2/cob` and `/oauth/token`. */
  readonly api: string;
  /** Base of pages and control. */
  readonly control: string;
  readonly psp: Psp;
  close(): Promise<void>;
}

/** @throws when the ledger cannot be opened */
export async function startPix(options: PspOptions): Promise<StartedPix> {
  const psp = new Psp(options);
  const app = createSandboxApp();
  addPix(app, psp);
  await app.listen({ host: LOOPBACK, port: 0 });
  const origin = `http://${LOOPBACK}:${(app.server.address() as AddressInfo).port}`;
  return {
    ...{ origin, api: origin + API, control: origin + PIX_PREFIX, psp },
    async close() {
      await app.close();
      await psp.close();
    },
  };
}
