/** The page about the client certificates of the merchant's servers. */
import { DAY_MS } from '../../contract/durations.ts';
import type { Merchant } from '../../core/index.ts';
import type { CertificateEntry, CertificateSettingsPage } from '../../web/views/console/index.ts';
import { consoleAddress } from '../routes.ts';
import { PASTED_MAX, readPasted } from '../settings/client-certificates.ts';
import { changeMember, type Unchanged, versionOf } from '../settings/profile-change.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const PATH = ['certificates'] as const;
const DONE = 'done';
const NOTICES: Readonly<Record<string, CertificateSettingsPage['notice']>> = { added: 'ADDED', removed: 'REMOVED' };

/** A form that changed nothing. */
interface Refused {
  readonly pasted: string;
  readonly result: Unchanged;
}

const STATUS = { CHANGED: 409, REFUSED: 422 } as const;

export async function certificateSettingsPage(request: MerchantRequest, refused?: Refused): Promise<ConsoleAnswer> {
  const { place, query } = request;
  const { merchant } = place;
  const { certificates } = merchant.profile;
  const result = refused?.result;
  return {
    page: 'certificateSettings',
    status: result === undefined ? 200 : STATUS[result.kind],
    data: {
      shell: shellOf(request, 'settings'),
      certificates: await entriesOf(request, merchant),
      shown: versionOf(certificates),
      pasted: refused?.pasted ?? '',
      problem: result?.kind === 'REFUSED' ? result.problems[0]?.message : undefined,
      isChanged: result?.kind === 'CHANGED',
      notice: refused === undefined ? NOTICES[query.get(DONE) ?? ''] : undefined,
      settingsHref: consoleAddress('settings', { merchant: merchant.id }),
    },
  };
}

async function entriesOf(
  { dependencies }: MerchantRequest,
  { key, profile }: Merchant,
): Promise<readonly CertificateEntry[]> {
  const known = await dependencies.certificates.ofMerchant(key);
  const now = dependencies.clock.now();
  return profile.certificates.map((fingerprint) => {
    const facts = known.find((one) => one.fingerprint === fingerprint.toLowerCase());
    return {
      fingerprint,
      subject: facts?.subject,
      until: facts && new Date(facts.until).toISOString(),
      daysLeft: facts && Math.floor((facts.until - now) / DAY_MS),
    };
  });
}

export async function submitCertificate(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { fields } = request;
  const removed = fields.get('remove');
  const pasted = fields.get('certificate');
  if (removed !== null) {
    return removeCertificate(request, removed);
  }
  return pasted === null ? { problem: 'FORM' } : addCertificate(request, pasted);
}

async function addCertificate(request: MerchantRequest, pasted: string): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { key, profile } = place.merchant;
  const read = readPasted(pasted, dependencies.clock.now());
  const refusal = (message: string) => refuse(request, pasted, { kind: 'REFUSED', problems: [{ path: [], message }] });
  if (read.kind === 'PROBLEM') {
    return refusal(read.problem);
  }
  const { fingerprint } = read.kind === 'FACTS' ? read.facts : read;
  if (profile.certificates.some((one) => one.toLowerCase() === fingerprint)) {
    return refusal('It is in the list.');
  }
  if (read.kind === 'FACTS') {
    await dependencies.certificates.keep(key, read.facts);
  }
  return store(request, pasted, [...profile.certificates, fingerprint], 'added');
}

async function removeCertificate(request: MerchantRequest, removed: string): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { key, profile } = place.merchant;
  const remaining = profile.certificates.filter((one) => one !== removed);
  const answer = await store(request, '', remaining, 'removed');
  if ('redirect' in answer) {
    await dependencies.certificates.forget(key, removed.toLowerCase());
  }
  return answer;
}

async function store(
  request: MerchantRequest,
  pasted: string,
  value: readonly string[],
  done: 'added' | 'removed',
): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const change = { path: PATH, value, shown: fields.get('shown') ?? '' };
  const result = await changeMember(dependencies, signedIn, place.merchant, change, caller);
  return result.kind === 'DONE'
    ? { redirect: `${consoleAddress('certificateSettings', { merchant: place.merchant.id })}?${DONE}=${done}` }
    : refuse(request, pasted, result);
}

async function refuse(request: MerchantRequest, pasted: string, result: Unchanged): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const merchant = (await dependencies.merchants.find(place.merchant.id)) ?? place.merchant;
  // A private key is not shown again.
  const shown = pasted.includes('PRIVATE KEY') ? '' : pasted.slice(0, PASTED_MAX);
  return certificateSettingsPage({ ...request, place: { ...place, merchant } }, { pasted: shown, result });
}
