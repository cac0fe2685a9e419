/**
 * The frame with one field of a merchant's form. It is inert until its parent page hands it a message channel. It
 * accepts one channel and ignores all further messages. Typed data stays in frames of the gateway's origin.
 */
import { HANDOVER, type Handover } from '../hosted-fields/messages.ts';
import { isRole } from '../hosted-fields/roles.ts';
import { openField } from './field.ts';

function receiveHandover({ source, data, ports: [port] }: MessageEvent): void {
  if (source === parent && parent !== window && port !== undefined && isHandover(data)) {
    removeEventListener('message', receiveHandover);
    openField(data, port);
  }
}

function isHandover(data: unknown): data is Handover {
  const { what, form, role, setup } = (data ?? {}) as Partial<Handover>;
  return what === HANDOVER && typeof form === 'string' && isRole(role) && typeof setup === 'object' && setup !== null;
}

addEventListener('message', receiveHandover);
