/** Classic WebDriver: a client of one session over HTTP, whose commands run one after another. */
import { DriverError } from './driver-page.ts';

/** Sends a command of the session. @throws DriverError if the browser refuses it, or the driver is gone */
export type Send = <T = unknown>(method: Method, path: string, body?: object) => Promise<T>;

type Method = 'GET' | 'POST' | 'DELETE';

export interface Classic {
  isReady(): Promise<boolean>;
  /** Starts the browser. @throws DriverError, also after `msMax` */
  begin(alwaysMatch: object, msMax: number): Promise<void>;
  send: Send;
  /** Runs commands that depend on each other, without commands of others between them. */
  together<T>(commands: (send: Send) => Promise<T>): Promise<T>;
}

interface Answer {
  readonly value: { readonly error?: string; readonly message?: string; readonly sessionId?: string } | null;
}

/** @param address of the driver */
export function createClassic(address: string): Classic {
  let session = '';
  let last: Promise<unknown> = Promise.resolve();

  async function sendWithin<T>(signal: AbortSignal | null, method: Method, path: string, body?: object): Promise<T> {
    const command = `${method} ${path}`;
    const response = await fetch(`${address}${session}${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    }).catch((cause: unknown) => {
      throw new DriverError(command, 'connection closed', String(cause));
    });
    const { value } = (await response.json()) as Answer;
    if (!response.ok) {
      throw new DriverError(command, value?.error ?? '', value?.message ?? '');
    }
    return value as T;
  }
  const send: Send = (...command) => sendWithin(null, ...command);

  function together<T>(commands: (send: Send) => Promise<T>): Promise<T> {
    const mine = last.then(() => commands(send));
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    isReady: () =>
      send('GET', '/status').then(
        () => true,
        () => false,
      ),
    async begin(alwaysMatch, msMax) {
      const body = { capabilities: { alwaysMatch } };
      const { sessionId } = await sendWithin<{ sessionId: string }>(
        AbortSignal.timeout(msMax),
        'POST',
        '/session',
        body,
      );
      session = `/session/${sessionId}`;
    },
    send: (method, path, body) => together(() => send(method, path, body)),
    together,
  };
}
