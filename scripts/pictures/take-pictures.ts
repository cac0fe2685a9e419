/** Takes every picture that the tests compare pages with, and removes obsolete pictures. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { launchBrowser } from '../../test/browser.ts';
import { keepPicture, PICTURES, PICTURES_FOLDER, takePicture } from '../../test/web/pages/pictures.ts';
import { startPreview } from '../../test/web/pages/preview.ts';

const [browser, preview] = await Promise.all([launchBrowser(), startPreview()]);
await mkdir(PICTURES_FOLDER, { recursive: true });
for (const file of await readdir(PICTURES_FOLDER)) {
  await rm(new URL(file, PICTURES_FOLDER));
}
for (const [name, picture] of Object.entries(PICTURES)) {
  await keepPicture(name, await takePicture(browser, preview, picture));
  process.stdout.write(`${name}\n`);
}
await Promise.all([browser.close(), preview.close()]);
