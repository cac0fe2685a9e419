/** Negotiation of the content encoding. */
import { expect, it } from 'vitest';
import { encodingFor } from '../../../src/http/answers/encodings.ts';

it.each(['gzip', 'br, gzip', 'gzip;q=0.5, br;q=0', '*'])('a client that accepts %s gets gzip', (accepted) => {
  expect(encodingFor(accepted, ['gzip'])).toBe('gzip');
});

it.each([undefined, '', 'identity', 'zstd', 'br', 'gzip;q=0'])(
  'a client that accepts %s gets the plain answer',
  (accepted) => {
    expect(encodingFor(accepted, ['gzip'])).toBeUndefined();
  },
);
