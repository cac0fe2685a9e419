import { describe, expect, it } from 'vitest';
import { differences, history } from '../../../src/api/reference/differences.ts';
import type { FieldDifference } from '../../../src/web/views/docs/index.ts';

const linesOf = (found: readonly FieldDifference[]) =>
  found.map(({ side, change, path }) => `${side} ${change} ${path}`);

describe('the differences between two versions', () => {
  it('list added fields, and count the fields of a new group in one line', () => {
    const found = differences('CAPTURE', 44, 100);
    expect(linesOf(found)).toContain('request ADDED accountFunding');
    expect(linesOf(found)).toContain('request ADDED agreement');
    expect(linesOf(found).filter((line) => line.includes('accountFunding.'))).toEqual([]);
    expect(found.find(({ path }) => path === 'agreement')?.inner).toBe(9);
  });

  it('list removed fields beside their replacements', () => {
    const lines = linesOf(differences('AUTHORIZE', 28, 41));
    expect(lines).toContain('request REMOVED shipping.firstName');
    expect(lines).toContain('request ADDED shipping.contact');
    expect(lines).toContain('request ADDED order.tax');
  });

  it('show a changed field with both types', () => {
    const found = differences('PAY', 33, 34).find(({ path }) => path === 'order.taxRegistrationId');
    expect(found).toMatchObject({
      change: 'CHANGED',
      before: { allowed: '1 to 20 characters' },
      after: { allowed: '1 to 30 characters' },
    });
  });

  it('show an added field as removed in the opposite direction', () => {
    const lines = linesOf(differences('AUTHORIZE', 41, 24));
    expect(lines).toContain('request REMOVED airline.passenger[n].frequentFlyerNumber');
    expect(lines).toContain('request ADDED airline.ticket.customerReference');
  });

  it('are empty for one version', () => {
    expect(differences('REFUND', 34, 62).filter(({ side }) => side === 'request')).toEqual([]);
    expect(differences('REFUND', 50, 50)).toEqual([]);
  });
});

describe('the history', () => {
  it('lists the versions with changes, the newest first, and links to them', () => {
    const all = history();
    const versions = all.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => b - a));
    expect(versions).toContain(34);
    for (const { version, changes } of all) {
      expect(changes.length, `version ${version}`).toBeGreaterThan(0);
    }
    const funding = all
      .find(({ version }) => version === 100)
      ?.changes.find(({ path, side }) => path === 'accountFunding' && side === 'request');
    expect(funding?.operations).toContain('CAPTURE');
    expect(funding?.operations).not.toContain('AUTHORIZE');
  });
});
