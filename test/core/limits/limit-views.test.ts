import { expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { limitsOf } from '../../../src/core/limits/limit-views.ts';
import { limitsProfile } from '../../../src/core/merchant/limits-profile.ts';
import type { AttemptCount } from '../../../src/core/ports/index.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const count = (kind: AttemptCount['kind'], subject: string, times: number, bucket = NOW): AttemptCount => ({
  ...{ merchantKey: 1, kind, subject, shown: `shown-${subject}`, times, bucket },
});

it('an operator sees active limits first, without expired or lifted ones', () => {
  const counts = [
    count('CARD', 'few', 2),
    count('CARD', 'many', 6),
    count('CARD', 'many', 6, NOW - HOUR_MS),
    count('CARD', 'stolen', 1),
    count('NEVER', 'stolen', 1),
    count('BIN', '400000', 31),
    count('CARD', 'old', 50, NOW - 25 * HOUR_MS),
    count('CARD', 'lifted', 0),
  ];
  expect(limitsOf(limitsProfile.parse({}), counts, NOW)).toEqual([
    { shown: 'shown-400000', declines: 31, limited: 'BIN' },
    { shown: 'shown-many', declines: 12, limited: 'CARD' },
    { shown: 'shown-stolen', declines: 1, limited: 'NEVER_RETRY' },
    { shown: 'shown-few', declines: 2 },
  ]);
});
