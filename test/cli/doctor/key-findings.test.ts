import { expect, it } from 'vitest';
import { keyFindings } from '../../../src/cli/doctor/key-findings.ts';
import type { WrappedDataKey } from '../../../src/core/ports/index.ts';
import { olderKey } from '../../adapters/vault/memory-keys.ts';

const NOW = 1_790_000_000_000;
const YEAR_MS = 367 * 86_400_000;
const key = (more: Partial<WrappedDataKey> = {}): WrappedDataKey => ({
  ...olderKey(1, 'newest', Buffer.alloc(60)),
  createdAt: NOW - 1_000,
  activeFrom: NOW - 1_000,
  ...more,
});

it.each<[string, Partial<WrappedDataKey>, RegExp | undefined]>([
  ['young, and under the newest key', {}, undefined],
  ['wrapped under an older key', { kek: 'older' }, /older key of TURNPIKE_KEYS/],
  ['announced for long', { activeFrom: null, createdAt: NOW - 3_600_000 }, /Key 1 is announced and not in use/],
  ['announced just now', { activeFrom: null }, undefined],
  ['in use for more than a year', { activeFrom: NOW - YEAR_MS }, /Key 1 seals for more than a year/],
  ['used too often', { uses: 2 ** 30 + 1 }, /Key 1 was used 1073741825 times/],
])('a key that is %s has the expected finding, or none', (_what, more, says) => {
  expect(keyFindings([key(more)], 'newest', NOW).map((finding) => [finding.level, finding.says])).toEqual(
    says === undefined ? [] : [['DOUBTFUL', expect.stringMatching(says)]],
  );
});
