import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { build } from 'vite';
import { bundledPackages, PACKAGES_FILE, packagesText } from './scripts/bundle/bundled-packages.ts';
import { lightBuiltins } from './scripts/bundle/light-builtins.ts';
import { buildGuides } from './scripts/guides/index.ts';
import { freeFolder, use, versionOf } from './scripts/lib/built-folders.mjs';
import { awayPage } from './src/web/away/away-page.ts';

/** The folder for this version of the sources: a process that starts during the build reads the previous folder. */
const folder = freeFolder(versionOf());
const outDir = `dist/${folder}`;

/** The checkout's folder, with a trailing separator. */
const ROOT = fileURLToPath(new URL('./', import.meta.url));

/** The length of a key for AES-256. */
const KEY_BYTES = 32;

/** No page takes a body; this is the smallest limit that the option respects. */
const actionBytesMax = 1024;

/** The limit of the gateway's own server; no page takes a body. */
const bodyBytesMax = 65_536;

/** No page has a server island; this is the smallest limit that the option respects. */
const serverIslandBytesMax = 1024;

/** The modules with styles of the payer's pages. Together they are one chunk, and so one style sheet. */
const STYLED_OF_CHECKOUT =
  /\/src\/web\/(?:components\/(?!console\/|docs\/)|layouts\/Page|pages\/checkout\/|styles\/page)/;

/**
 * The styles among them that only pages other than the plain form need: another style sheet, which the form does not
 * load.
 */
const STYLES_BEYOND_FORM =
  /\/src\/web\/(?:styles\/beyond-form\.css|components\/(?:Sign|ReturnLink|WaitingDots|money\/|qr\/QrCode|timeline\/).*type=style)/;

/** The style that only pages in frames need. */
const STYLES_OF_FRAMES = /\/src\/web\/components\/embedded\/framed\.css/;

/** Payers' browsers of the last three years: newer syntax is compiled for them. */
const BROWSERS = ['chrome111', 'edge111', 'firefox114', 'safari16.4'];

/**
 * Preact on the server; in the browser the page's own script enhances the form.
 * @type {import('astro').AstroIntegration}
 */
const preact = {
  name: 'turnpike-preact',
  hooks: {
    'astro:config:setup': ({ addRenderer }) =>
      addRenderer({
        name: 'preact',
        serverEntrypoint: new URL('./src/web/components/server/renderer.ts', import.meta.url),
      }),
  },
};

const adapter = node({ mode: 'middleware', bodySizeLimit: bodyBytesMax });

/**
 * Astro's adapter for Node, with an entry that also exports the renderer for the gateway.
 * @type {import('astro').AstroIntegration}
 */
const gateway = {
  ...adapter,
  hooks: {
    ...adapter.hooks,
    'astro:config:done': (context) =>
      adapter.hooks['astro:config:done']?.({
        ...context,
        setAdapter: (given) =>
          context.setAdapter({
            ...given,
            serverEntrypoint: new URL('./src/web/components/server/entry.ts', import.meta.url),
            previewEntrypoint: fileURLToPath(new URL('./scripts/sample-pages/preview.ts', import.meta.url)),
          }),
      }),
  },
};

/**
 * Sample data in `astro dev`, for designers of pages. A build has neither these addresses nor the data.
 * @type {import('astro').AstroIntegration}
 */
const samplePages = {
  name: 'turnpike-sample-pages',
  hooks: {
    'astro:config:setup': ({ command, addMiddleware, injectRoute }) => {
      if (command === 'dev') {
        const entrypoint = new URL('./scripts/sample-pages/dev-route.ts', import.meta.url);
        injectRoute({ pattern: '/', entrypoint });
        injectRoute({ pattern: '/samples/[name]', entrypoint });
        addMiddleware({
          order: 'pre',
          entrypoint: new URL('./scripts/sample-pages/dev-middleware.ts', import.meta.url),
        });
      }
    },
  },
};

/**
 * Bundles the packages: one file loads faster than several hundred small ones, and the gateway's start waits for it.
 * `astro dev` reads packages as they are.
 * @type {import('astro').AstroIntegration}
 */
const oneFile = {
  name: 'turnpike-one-file',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command === 'build') {
        updateConfig({ vite: { ssr: { noExternal: true } } });
      }
    },
  },
};

/**
 * The guides of `docs/`, rendered for `/docs/guide/`.
 * @type {import('astro').AstroIntegration}
 */
const guides = {
  name: 'turnpike-guides',
  hooks: { 'astro:build:done': () => buildGuides(`${outDir}/guides.json.gz`) },
};

/**
 * The page that a proxy shows while no process answers, at an address that is the same for all versions.
 * @type {import('astro').AstroIntegration}
 */
const awayFile = {
  name: 'turnpike-away-file',
  hooks: {
    'astro:build:done': async () => {
      writeFileSync('dist/away.html.new', await awayPage());
      renameSync('dist/away.html.new', 'dist/away.html');
    },
  },
};

/**
 * Makes every build of the same sources the same, in each folder: Astro writes the absolute paths of sources into the
 * pages, and a random key, with which nothing is encrypted, since no page has a server island.
 * @type {import('astro').AstroIntegration}
 */
const reproducible = {
  name: 'turnpike-reproducible',
  hooks: {
    'astro:build:ssr': ({ manifest }) => {
      const text = JSON.stringify(manifest).replaceAll(ROOT, '/').replaceAll(folder, 'pages');
      Object.assign(manifest, JSON.parse(text), { key: Buffer.alloc(KEY_BYTES).toString('base64') });
    },
  },
};

/** @type {import('vite').Plugin} */
const withoutRoot = {
  name: 'turnpike-without-root',
  apply: 'build',
  renderChunk: (code) => ({ code: code.replaceAll(ROOT, '/'), map: null }),
};

/** The packages in the pages and in their scripts. @type {Set<string>} */
const packages = new Set();

/** @type {import('astro').AstroIntegration} */
const packagesFile = {
  name: 'turnpike-packages-file',
  hooks: { 'astro:build:done': () => writeFileSync(`${outDir}/${PACKAGES_FILE}`, packagesText(packages)) },
};

/**
 * Each is one file that a merchant's page loads: a script of its own, which leaves one global behind. `field` is in the
 * frames that `session` puts into such a page.
 */
const MERCHANT_SCRIPTS = ['checkout', 'field', 'session', 'three-ds'];

/** @type {import('astro').AstroIntegration} */
const merchantScripts = {
  name: 'turnpike-merchant-scripts',
  hooks: {
    'astro:build:done': async () => {
      for (const name of MERCHANT_SCRIPTS) {
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          build: {
            lib: {
              entry: `src/browser-scripts/${name}/index.ts`,
              formats: ['iife'],
              name: 'turnpike',
              fileName: () => `${name}.js`,
            },
            outDir: `${outDir}/merchant-scripts`,
            emptyOutDir: false,
            minify: true,
            target: BROWSERS,
          },
        });
      }
      use(folder);
    },
  },
};

/**
 * Records the modules of each script of the pages, for the inventory of scripts.
 * @type {import('vite').Plugin}
 */
const scriptModules = {
  name: 'turnpike-script-modules',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const modules = chunks.map(({ fileName, moduleIds }) => [
      fileName,
      moduleIds.map((id) => id.split('/src/').at(-1)),
    ]);
    this.emitFile({
      type: 'asset',
      fileName: 'script-modules.json',
      source: JSON.stringify(Object.fromEntries(modules)),
    });
  },
};

/**
 * Removes Vite's preload helper, which loads the styles of imported scripts: these have none, and the helper is larger
 * than both scripts.
 * @type {import('vite').Plugin}
 */
const plainImports = {
  name: 'turnpike-plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load();' : undefined),
};

/**
 * Pages are rendered inside the gateway's own server, which routes, checks origins, sets every header and serves the
 * files of `dist/client`. Astro only renders: address and data in, HTML out.
 */
export default defineConfig({
  output: 'server',
  srcDir: 'src/web',
  outDir,
  adapter: gateway,
  integrations: [preact, reproducible, guides, awayFile, packagesFile, merchantScripts, oneFile, samplePages],
  // The gateway manages payers' cookies.
  session: false,
  devToolbar: { enabled: false },
  prefetch: false,
  image: { service: passthroughImageService() },
  security: {
    // The server checks the origin of a POST by its own table of routes, before it renders a page.
    checkOrigin: false,
    actionBodySizeLimit: actionBytesMax,
    serverIslandBodySizeLimit: serverIslandBytesMax,
  },
  build: {
    assets: '_astro',
    // The page's policy allows neither inline styles nor inline scripts.
    inlineStylesheets: 'always',
  },
  vite: {
    plugins: [scriptModules, plainImports, withoutRoot, lightBuiltins(), bundledPackages(packages)],
    build: { assetsInlineLimit: 0, modulePreload: false, cssMinify: 'lightningcss', cssTarget: BROWSERS },
    environments: {
      // Both style sheets are named after the script; by default each is named after some chunk of the server's.
      ssr: {
        build: {
          rolldownOptions: {
            output: {
              assetFileNames: '_astro/page.[hash][extname]',
              codeSplitting: {
                groups: [
                  { name: 'framed', test: STYLES_OF_FRAMES },
                  { name: 'beyond-form', test: STYLES_BEYOND_FORM },
                  { name: 'checkout', test: STYLED_OF_CHECKOUT },
                ],
              },
            },
          },
        },
      },
      client: { build: { rolldownOptions: { output: { entryFileNames: '_astro/page.[hash].js' } } } },
    },
  },
});
