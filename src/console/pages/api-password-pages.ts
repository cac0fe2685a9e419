/** The page of a merchant's API passwords. */
import { VERSION_MAX } from '../../contract/field.ts';
import type { ApiPasswordsPage } from '../../web/views/console/index.ts';
import { endFormerApiPasswords, KEPT_HOURS, renewApiPassword } from '../api-passwords.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

type Shown = Pick<ApiPasswordsPage, 'password' | 'problem'>;

export async function apiPasswordsPage(request: MerchantRequest, shown: Shown = {}): Promise<ConsoleAnswer> {
  const { dependencies, place } = request;
  const { id } = place.merchant;
  const now = dependencies.clock.now();
  const stored = await dependencies.apiPasswords.find(id);
  if (stored === undefined) {
    return { problem: 'NOT_FOUND' };
  }
  const { passwordHash, passwordSetAt, formerPasswords } = stored;
  return {
    page: 'apiPasswords',
    status: shown.problem === undefined ? 200 : 409,
    data: {
      ...shown,
      shell: shellOf(request, 'settings'),
      userName: `merchant.${id}`,
      address: `${dependencies.publicOrigin}/api/rest/version/${VERSION_MAX}/merchant/${encodeURIComponent(id)}`,
      hasPassword: passwordHash !== null,
      since: passwordSetAt === null ? undefined : new Date(passwordSetAt).toISOString(),
      formerUntil: formerPasswords.filter(({ until }) => until > now).map(({ until }) => new Date(until).toISOString()),
      setBefore: `${passwordSetAt ?? ''}`,
      keptHours: KEPT_HOURS,
      settingsHref: consoleAddress('settings', { merchant: id }),
      endFormerHref: consoleAddress('endFormerApiPasswords', { merchant: id }),
    },
  };
}

export async function submitNewApiPassword(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const hours = KEPT_HOURS.find((one) => `${one}` === fields.get('keep'));
  const setBefore = timeIn(fields.get('before') ?? '');
  if (hours === undefined || setBefore === undefined) {
    return { problem: 'FORM' };
  }
  const password = await renewApiPassword(dependencies, signedIn, place.merchant, { hours, setBefore }, caller);
  return apiPasswordsPage(request, password === undefined ? { problem: 'CHANGED' } : { password });
}

/** @returns null for an empty text; undefined for a text that is no time */
function timeIn(text: string): number | null | undefined {
  return text === '' ? null : /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export async function submitEndOfFormer(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, caller } = request;
  await endFormerApiPasswords(dependencies, signedIn, place.merchant, caller);
  return { redirect: consoleAddress('apiPasswords', { merchant: place.merchant.id }) };
}
