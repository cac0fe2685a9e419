import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { isFirst, itAtLength } from '../../support/at-length.ts';
import { kept } from '../../support/kept.ts';
import { difference } from './picture-difference.ts';
import { keptPicture, PICTURES, PICTURES_FOLDER, takePicture } from './pictures.ts';
import { usePages } from './rig.ts';

/** The folder of changed pictures, for inspection. */
const CHANGED_FOLDER = new URL('../../../.cache/pictures/', import.meta.url);

const rig = usePages();
const RESTYLED = PICTURES['mistakes-narrow']!;

itAtLength(Object.entries(PICTURES), (_, index) => index % 2 === 0)(
  '%s looks like its stored picture',
  async (name, picture) => {
    const taken = await takePicture(rig.browser, rig.preview, picture);
    const differs = difference(await keptPicture(name), PNG.sync.read(taken));
    if (differs !== undefined) {
      await mkdir(CHANGED_FOLDER, { recursive: true });
      await writeFile(new URL(`${name}.png`, CHANGED_FOLDER), taken);
    }
    expect(differs, `See .cache/pictures/${name}.png. Where that is right, npm run pictures keeps it.`).toBeUndefined();
  },
);

it('every stored picture is compared', async () => {
  expect((await readdir(PICTURES_FOLDER)).sort()).toEqual(
    Object.keys(PICTURES)
      .map((name) => `${name}.png`)
      .sort(),
  );
});

const restyled = async (style: string) => PNG.sync.read(await takePicture(rig.browser, rig.preview, RESTYLED, style));
const asItIs = kept(() => restyled(''));

async function differenceBy(style: string) {
  return difference(await asItIs(), await restyled(style));
}

itAtLength(
  [
    ['lie half a pixel elsewhere', '* { text-indent: 0.4px; }'],
    ['are drawn bolder', ':root { -webkit-text-stroke: 0.15px; }'],
  ],
  isFirst,
)('letters that %s cause no difference', async (_kind, restyle) => {
  expect(await differenceBy(restyle)).toBeUndefined();
});

const isOneInFour = (_: unknown, index: number) => index % 4 === 0;

itAtLength(
  [
    ['a box that lies four pixels lower', '.methods { position: relative; top: 4px; }'],
    ['a button that begins four pixels later', 'button.primary { margin-inline-start: 4px; }'],
    ['a heading four pixels to the side', 'h1 { position: relative; left: 4px; }'],
    ['a box with another size', 'button.primary { padding-block: 0.5rem; min-height: 0; }'],
    ['text of another size', '.hint { font-size: 0.875rem; }'],
    ['a button in a colour close by', '.primary .fill { filter: brightness(0.9); }'],
    ['a ground in another shade of white', ':root { --ground: #f4f4f8; }'],
    ['a mistake that is no longer red', ':root { --wrong: #191c1f; }'],
    ['boxes without an edge', '.field input { border-color: transparent !important; }'],
    ['one box without an edge', '#card-expiry { border-color: transparent !important; }'],
    ['lines that are gone', ':root { --line: transparent; }'],
    ['a small picture that is gone', '.safety svg { visibility: hidden; }'],
  ],
  isOneInFour,
)('%s is found as a difference', async (_kind, restyle) => {
  expect(await differenceBy(restyle)).toBeDefined();
});
