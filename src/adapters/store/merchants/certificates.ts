/** Subjects and ends of merchants' client certificates. The profile has their fingerprints, by which they count. */
import type { CertificateFacts } from '../../../console/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { type Placeholder, statement } from '../engine/statement.ts';

const findCertificates = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('merchant_certificate')
    .select(['fingerprint', 'subject', 'valid_until'])
    .where('merchant_key', '=', p('key')),
);
const insertCertificate = statement(
  (db, p: Placeholder<{ key: number; fingerprint: string; subject: string; until: number }>) =>
    db
      .insertInto('merchant_certificate')
      .values({
        merchant_key: p('key'),
        fingerprint: p('fingerprint'),
        subject: p('subject'),
        valid_until: p('until'),
      })
      .onConflict((c) => c.columns(['merchant_key', 'fingerprint']).doNothing()),
);
const deleteCertificate = statement((db, p: Placeholder<{ key: number; fingerprint: string }>) =>
  db
    .deleteFrom('merchant_certificate')
    .where('merchant_key', '=', p('key'))
    .where('fingerprint', '=', p('fingerprint')),
);
export const deleteCertificates = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('merchant_certificate').where('merchant_key', '=', p('key')),
);

export class StoredCertificates extends Repository {
  async ofMerchant(merchantKey: number): Promise<readonly CertificateFacts[]> {
    const rows = await this.engine.read(findCertificates, { key: merchantKey });
    return rows.map(({ fingerprint, subject, valid_until: until }) => ({ fingerprint, subject, until: Number(until) }));
  }

  async keep(merchantKey: number, { fingerprint, subject, until }: CertificateFacts): Promise<void> {
    await this.engine.commit({
      writes: [write(insertCertificate, { key: merchantKey, fingerprint, subject, until })],
    });
  }

  async forget(merchantKey: number, fingerprint: string): Promise<void> {
    await this.engine.commit({ writes: [write(deleteCertificate, { key: merchantKey, fingerprint })] });
  }
}
