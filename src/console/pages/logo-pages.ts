/** The merchant's logo at the console: its picture, and the form that replaces it. */
import { LOGO_TYPES, type Logo, LogoError, readLogo } from '../../back-office/logos/index.ts';
import { recordAtMerchant } from '../audit.ts';
import { consoleAddress } from '../routes.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { brandingSettingsPage, type LogoForm } from './branding-pages.ts';

/** The logo, at the console's own origin. */
export async function brandingLogo({ dependencies, place }: MerchantRequest): Promise<ConsoleAnswer> {
  const hash = hashIn(place.merchant.logo?.name ?? '');
  const picture = hash === undefined ? undefined : await dependencies.logos.find(hash);
  return picture === undefined ? { problem: 'NOT_FOUND' } : { picture };
}

/** @param name as in `MerchantLogo` @returns undefined for an empty name */
function hashIn(name: string): string | undefined {
  return /([0-9a-f]{32})\.[a-z]+$/.exec(name)?.[1];
}

export async function submitLogo(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const read = fields.has('remove') ? undefined : logoIn(Buffer.from(fields.get('logo') ?? '', 'base64url'));
  if (typeof read === 'string') {
    return brandingSettingsPage(request, undefined, { logoProblem: read });
  }
  if (fields.has('preview') && read !== undefined) {
    return brandingSettingsPage(request, undefined, { logoPreview: previewOf(read, fields.get('logo') ?? '') });
  }
  const before = hashIn(fields.get('shown') ?? '');
  const record = (state: 'BEGUN' | 'CHANGED' | 'DONE') =>
    recordAtMerchant(
      dependencies.audit,
      { action: 'console logo', person: signedIn.person, merchantId: merchant.id, caller },
      { state, before: before ?? null, after: read?.hash ?? null },
    );
  await record('BEGUN');
  const isDone = await dependencies.logos.replace(merchant, before, read);
  await record(isDone ? 'DONE' : 'CHANGED');
  if (isDone) {
    return { redirect: `${consoleAddress('brandingSettings', { merchant: merchant.id })}?done=saved` };
  }
  const now = (await dependencies.merchants.find(merchant.id)) ?? merchant;
  return brandingSettingsPage({ ...request, place: { ...place, merchant: now } }, undefined, { logoProblem: CHANGED });
}

/** Nothing is stored: the page itself has the picture, as it is drawn anew, for the form that saves it. */
function previewOf({ type, bytes, width, height }: Logo, file: string): LogoForm['logoPreview'] {
  const [mediaType] = LOGO_TYPES[type].split(';');
  return { src: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`, width, height, file };
}

const CHANGED =
  'Nothing was saved: somebody has changed the logo since you opened this page. It is above as it is now; choose yours ' +
  'again.';

/** @returns a sentence for the person if the file cannot be a logo */
function logoIn(file: Uint8Array): Logo | string {
  if (file.length === 0) {
    return 'Choose a file.';
  }
  try {
    return readLogo(file);
  } catch (error) {
    if (error instanceof LogoError) {
      return `This file is not taken: ${error.message}.`;
    }
    throw error;
  }
}
