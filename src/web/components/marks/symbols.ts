/** The symbols of a page, each defined once, and used by reference in markup and by script. */
import type { CardBrand } from '../../../contract/card-rules.ts';
import type { PayPage, ProviderChoice } from '../../views/index.ts';
import { inkedColor } from '../branding.ts';
import { BRAND_DRAWINGS, CODE_DRAWINGS, LOCK_DRAWING } from './drawings.ts';

interface Symbol {
  readonly id: string;
  readonly viewBox: string;
  /** SVG elements. */
  readonly drawing: string;
}

type PageWithMarks = Pick<PayPage, 'artwork' | 'brands' | 'deviceWallets' | 'providers'>;

/** The operator's artwork goes before our own drawings. */
export function symbolsOf({ artwork = {}, brands, deviceWallets = [], providers }: PageWithMarks): Symbol[] {
  const drawings: [string, string][] = [
    ...brands.map((brand: CardBrand): [string, string] => [brand, BRAND_DRAWINGS[brand]]),
    ...Object.entries(CODE_DRAWINGS),
    ['lock', LOCK_DRAWING],
  ];
  const own = [
    ...drawings.map(([name, drawing]) => ({ id: markId(name), viewBox: '0 0 30 20', drawing })),
    ...providers.map((provider) => ({
      id: markId(provider.id),
      viewBox: '0 0 24 24',
      drawing: providerDrawing(provider),
    })),
  ];
  const names = [...brands, ...deviceWallets.map(({ id }) => id), ...providers.map(({ id }) => id)];
  const installed = names.flatMap((name) => {
    const art = Object.hasOwn(artwork, name) ? artwork[name] : undefined;
    return art === undefined ? [] : [{ id: markId(name), ...art }];
  });
  const replaced = new Set(installed.map(({ id }) => id));
  return [...installed, ...own.filter(({ id }) => !replaced.has(id))];
}

function markId(name: string): string {
  return `m-${name}`;
}

/**
 * A provider's drawing is part of this program, but a mistake in it must not become markup. A wallet's is on a button
 * of its colour.
 */
function providerDrawing({ mark, isWallet }: ProviderChoice): string {
  const { fill, ink } = inkedColor(mark.color);
  const d = mark.lines.replace(/[^\w\s.,+-]/g, '');
  return isWallet
    ? `<path stroke="currentColor" d="${d}"/>`
    : `<path fill="${fill}" d="M0 0h24v24H0z"/><path stroke="${ink}" d="${d}"/>`;
}
