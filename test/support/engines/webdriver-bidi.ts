/** WebDriver BiDi, the cross-browser automation protocol: a client over one WebSocket. */
import { once } from 'node:events';
import { DriverError } from './driver-page.ts';

export interface Bidi {
  /** Sends a command. @throws DriverError if the browser refuses it, or the connection ends before its answer */
  send<T = unknown>(method: string, params?: object): Promise<T>;
  /** Calls `listener` with the parameters of each event of this name. The session must have subscribed to it. */
  on<T>(event: string, listener: (params: T) => void): void;
  close(): void;
}

interface Message {
  readonly type: 'success' | 'error' | 'event';
  readonly id: number | null;
  readonly result: unknown;
  readonly error: string;
  readonly message: string;
  readonly method: string;
  readonly params: unknown;
}

/** @param url of the browser's socket @throws if the connection fails */
export async function connectBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, { method: string } & PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, ((params: never) => void)[]>();
  let commands = 0;

  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data) as Message;
    if (message.type === 'event') {
      for (const listener of listeners.get(message.method) ?? []) {
        listener(message.params as never);
      }
      return;
    }
    const command = waiting.get(message.id ?? 0);
    waiting.delete(message.id ?? 0);
    if (message.type === 'success') {
      command?.resolve(message.result);
    } else {
      command?.reject(new DriverError(command.method, message.error, message.message));
    }
  });
  socket.addEventListener('close', () => {
    for (const { method, reject } of waiting.values()) {
      reject(new DriverError(method, 'connection closed', 'the browser is gone'));
    }
    waiting.clear();
  });
  await once(socket, 'open');

  return {
    send<T>(method: string, params: object = {}) {
      commands += 1;
      const command = { method, ...Promise.withResolvers<unknown>() };
      waiting.set(commands, command);
      socket.send(JSON.stringify({ id: commands, method, params }));
      return command.promise as Promise<T>;
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    close: () => socket.close(),
  };
}
