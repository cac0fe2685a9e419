/** The PSP alone, on a port of its own and without TLS, for callers that do not need the rest of the sandbox. */
import { listenOnLoopback } from '../kit/http/listen.ts';
import { addPix } from './add-pix.ts';
import { API, PIX_PREFIX } from './prefix.ts';
import { Psp, type PspOptions } from './psp.ts';

export interface StartedPix {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Prefix of the interface's addresses, such as `/api/v2/cob` and `/oauth/token`. */
  readonly api: string;
  /** Prefix of the pages' and the control calls' addresses. */
  readonly control: string;
  readonly psp: Psp;
  close(): Promise<void>;
}

/** @throws when the ledger cannot be opened */
export async function startPix(options: PspOptions): Promise<StartedPix> {
  const psp = new Psp(options);
  const { origin, close } = await listenOnLoopback((app) => addPix(app, psp));
  return {
    origin,
    api: origin + API,
    control: origin + PIX_PREFIX,
    psp,
    async close() {
      await close();
      await psp.close();
    },
  };
}
