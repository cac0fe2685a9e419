/** The page about the look of the merchant's payment pages, with its preview. */
import { ZodError } from 'zod';
import type { MerchantProfile } from '../../core/index.ts';
import type { BrandingSettingsPage, LookName } from '../../web/views/console/index.ts';
import { consoleAddress } from '../routes.ts';
import { previewPage } from '../settings/preview-page.ts';
import { changeMember, type Unchanged, versionOf } from '../settings/profile-change.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { shellOf } from './shell.ts';

const DONE = 'done';
const BRANDING_PATH = ['branding'] as const;
/** The values of each choice, as the profile takes them. */
const LOOKS = {
  theme: ['AUTO', 'LIGHT', 'DARK'],
  corner: ['ROUND', 'SLIGHT', 'SQUARE'],
  font: ['SYSTEM', 'SERIF', 'MONO', 'ROUNDED'],
} as const satisfies Readonly<Record<LookName, readonly string[]>>;
const LOOK_NAMES = Object.keys(LOOKS) as LookName[];
/** A longer text is no colour; it is not shown again. */
const TYPED_MAX = 40;

type Themes = BrandingSettingsPage['previews'][number]['theme'];
type Look = Pick<MerchantProfile['branding'], LookName>;

/** A logo that is not taken, or that is shown before it is saved. */
export type LogoForm = Pick<BrandingSettingsPage, 'logoPreview' | 'logoProblem'>;

/** The choices of a form or an address; those that it lacks are the stored ones. */
function lookIn({ fields, query, place }: MerchantRequest): Look {
  const { branding } = place.merchant.profile;
  const chosen = LOOK_NAMES.map((name) => {
    const value = fields.get(name) ?? query.get(name);
    return [name, LOOKS[name].find((one) => one === value) ?? branding[name]];
  });
  return Object.fromEntries(chosen) as Look;
}

/** @param result of a form that changed nothing */
export async function brandingSettingsPage(
  request: MerchantRequest,
  result?: Unchanged,
  { logoPreview, logoProblem }: LogoForm = {},
): Promise<ConsoleAnswer> {
  const { query, fields, place } = request;
  const { id, profile, logo } = place.merchant;
  const { color } = profile.branding;
  const look = lookIn(request);
  const typed = (fields.get('color') ?? query.get('color') ?? color).trim().slice(0, TYPED_MAX);
  const problem = result?.kind === 'REFUSED' ? result.problems[0]?.message : colorProblem(request, typed);
  const previewed = problem === undefined ? typed : color;
  const address = consoleAddress('brandingPreview', { merchant: id });
  const themes: readonly Themes[] = look.theme === 'AUTO' ? ['LIGHT', 'DARK'] : [look.theme];
  return {
    page: 'brandingSettings',
    status: statusOf(result, problem ?? logoProblem),
    data: {
      shell: shellOf(request, 'settings'),
      color,
      typed,
      problem,
      isChanged: result?.kind === 'CHANGED',
      isSaved: query.get(DONE) === 'saved',
      looks: LOOK_NAMES.map((name) => ({ name, values: LOOKS[name], chosen: look[name] })),
      isNew: previewed !== color || LOOK_NAMES.some((name) => look[name] !== profile.branding[name]),
      shown: versionOf(profile.branding),
      logo: logo && { width: logo.width, height: logo.height },
      logoHref: consoleAddress('brandingLogo', { merchant: id }),
      logoShown: logo?.name ?? '',
      logoProblem,
      logoPreview,
      previewed,
      previews: themes.map((one) => ({
        theme: one,
        href: `${address}?${new URLSearchParams({ ...look, color: previewed, theme: one })}`,
      })),
      settingsHref: consoleAddress('settings', { merchant: id }),
    },
  };
}

const STATUS = { CHANGED: 409, REFUSED: 422 } as const;

function statusOf(result: Unchanged | undefined, problem: string | undefined): number {
  return result === undefined ? (problem === undefined ? 200 : STATUS.REFUSED) : STATUS[result.kind];
}

/** The profile's own words about a colour that it does not take. */
function colorProblem({ dependencies, place }: MerchantRequest, color: string): string | undefined {
  const { profile } = place.merchant;
  try {
    dependencies.profiles.accept(withColor(profile, color), profile);
    return undefined;
  } catch (error) {
    if (error instanceof ZodError) {
      return error.issues[0]?.message;
    }
    throw error;
  }
}

function withColor(profile: MerchantProfile, color: string): unknown {
  return { ...profile, branding: { ...profile.branding, color } };
}

export async function submitBranding(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, place, fields, caller } = request;
  const { merchant } = place;
  const color = (fields.get('color') ?? '').trim().toLowerCase();
  const value = { ...merchant.profile.branding, ...lookIn(request), color };
  const change = { path: BRANDING_PATH, value, shown: fields.get('shown') ?? '' };
  const result = await changeMember(dependencies, signedIn, merchant, change, caller);
  if (result.kind !== 'DONE') {
    const now = (await dependencies.merchants.find(merchant.id)) ?? merchant;
    return brandingSettingsPage({ ...request, place: { ...place, merchant: now } }, result);
  }
  return { redirect: `${consoleAddress('brandingSettings', { merchant: merchant.id })}?${DONE}=saved` };
}

/** The preview in a frame of the page above: of the stored colour, if the address has none that the profile takes. */
export async function brandingPreview(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { query, place } = request;
  const asked = query.get('color') ?? '';
  const color = colorProblem(request, asked) === undefined ? asked : place.merchant.profile.branding.color;
  const theme = query.get('theme') === 'DARK' ? 'DARK' : 'LIGHT';
  const logoHref = consoleAddress('brandingLogo', { merchant: place.merchant.id });
  const { corner, font } = lookIn(request);
  return { preview: previewPage(place.merchant, { color, theme, corner, font, logoHref }) };
}
