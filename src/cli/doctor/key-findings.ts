/** Doubtful states of data keys that can be opened. */

import { KEY_USES_MAX } from '../../adapters/vault/index.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { WrappedDataKey } from '../../core/ports/index.ts';
import { type CheckFinding, doubtful } from '../finding.ts';

/** A key that is announced for longer is reported. Running gateways load an announced key within seconds. */
const ANNOUNCED_MS_MAX = 10 * MINUTE_MS;
/** A key in use for longer is reported. Card schemes leave the cryptoperiod to the operator; most choose a year. */
const IN_USE_MS_MAX = 366 * DAY_MS;

/**
 * @param keys the keys that are not destroyed
 * @param kek the newest key-encryption key in the settings
 */
export function keyFindings(keys: readonly WrappedDataKey[], kek: string, now: number): CheckFinding[] {
  const findings: CheckFinding[] = [];
  if (keys.some((key) => key.kek !== kek)) {
    findings.push(
      doubtful('Some are wrapped under an older key of TURNPIKE_KEYS.', 'run turnpike keys rotate --wrapping'),
    );
  }
  for (const { id } of keys.filter((key) => key.activeFrom === null && now - key.createdAt > ANNOUNCED_MS_MAX)) {
    findings.push(
      doubtful(`Key ${id} is announced and not in use.`, 'turnpike keys status says which process does not hold it'),
    );
  }
  const sealing = keys.findLast(({ purpose, activeFrom }) => purpose === 'SEAL' && activeFrom !== null);
  if (sealing !== undefined && now - (sealing.activeFrom ?? now) > IN_USE_MS_MAX) {
    findings.push(doubtful(`Key ${sealing.id} seals for more than a year.`, 'run turnpike keys rotate --data'));
  }
  if (sealing !== undefined && sealing.uses > KEY_USES_MAX) {
    findings.push(
      doubtful(
        `Key ${sealing.id} was used ${sealing.uses} times, beyond ${KEY_USES_MAX}, and no gateway has made another.`,
        'start a gateway, or run turnpike keys rotate --data',
      ),
    );
  }
  return findings;
}
