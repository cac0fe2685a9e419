/** ISO 8583:1987 over one TCP connection: `iso8583://host:port`, or `iso8583s://host:port` over TLS. */
import type { AcquirerProtocol } from '../protocol.ts';
import { openAcquirerLink } from './link.ts';

export const iso8583: AcquirerProtocol = { scheme: 'iso8583', open: openAcquirerLink };
