/** The scripts of the simulated wallets, and their sheet, on which a tester chooses a card. */
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { html } from '../pages/markup.ts';
import { pageText, type Site } from '../pages/page.ts';

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

function scriptOf(...files: readonly URL[]): string {
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  return `(() => {\n${texts.join('\n')}\n})();\n`;
}

const FRAME = new URL('./page-scripts/sheet-frame.js', import.meta.url);

const SCRIPTS = {
  'apple-pay.js': scriptOf(FRAME, new URL('./page-scripts/apple-pay.js', import.meta.url)),
  'google-pay.js': scriptOf(FRAME, new URL('./page-scripts/google-pay.js', import.meta.url)),
  'sheet.js': scriptOf(new URL('./page-scripts/sheet.js', import.meta.url)),
};

const TITLES = { APPLE_PAY: 'Apple Pay (demo)', GOOGLE_PAY: 'Google Pay (demo)' } as const;

/** The members of `POST /wallets/tokens` that each choice sets. */
const CARDS = [
  { label: 'A card that is approved', members: {} },
  { label: 'A card that is declined', members: { expiryMonth: 5 } },
];
const CARD_ON_FILE = { label: 'A card on file, without a cryptogram', members: { panOnly: true } };
const OTHER_AMOUNT = { label: 'A token for another amount', members: { amount: '0.01' } };

const querySchema = z.object({
  wallet: z.enum(['APPLE_PAY', 'GOOGLE_PAY']),
  amount: z.string().max(20),
  currency: z.string().length(3),
  label: z.string().max(300).default(''),
  merchant: z.string().max(200).optional(),
});

type SheetQuery = z.infer<typeof querySchema>;

export function addSheet(app: FastifyInstance, gatewayOrigin: string): void {
  for (const [file, script] of Object.entries(SCRIPTS)) {
    app.get(`/wallets/${file}`, (_request, reply) => reply.type(SCRIPT_TYPE).send(script));
  }
  const ancestors = `frame-ancestors ${gatewayOrigin} http://localhost:* http://127.0.0.1:*`;
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; ${ancestors}`;
  app.get('/wallets/sheet', ({ query }, reply) => {
    const asked = querySchema.safeParse(query);
    return asked.success
      ? reply
          .headers({ 'content-security-policy': policy, 'cache-control': 'no-store' })
          .type('text/html; charset=utf-8')
          .send(sheetPage(asked.data, gatewayOrigin))
      : reply.code(404).send();
  });
}

function sheetPage({ wallet, amount, currency, label, merchant }: SheetQuery, gatewayOrigin: string): string {
  const cards = [...CARDS, wallet === 'APPLE_PAY' ? OTHER_AMOUNT : CARD_ON_FILE];
  const hidden = { wallet, amount, currency, merchant };
  const title = TITLES[wallet];
  const site: Site = { name: title, titled: 'Sandbox', theme: 'provider', icon: '/shop/icon.svg', footer: '' };
  return pageText(
    site,
    title,
    html`<div data-gateway=${gatewayOrigin}>
      <h1>${label}: ${amount} ${currency}</h1>
      <form method="post" class="stack">
        ${Object.entries(hidden).flatMap(([name, value]) =>
          value === undefined ? [] : [html`<input type="hidden" name=${name} value=${value} />`],
        )}
        <p>
          <label for="card">Card in the wallet</label>
          <select id="card" name="card">
            ${cards.map(({ label: name, members }) => html`<option value=${JSON.stringify(members)}>${name}</option>`)}
          </select>
        </p>
        <p><button class="primary" value="pay" disabled>Confirm</button></p>
        <p><button class="secondary" value="cancel">Cancel</button></p>
      </form>
      <script src="/wallets/sheet.js" type="module"></script>
    </div>`,
  );
}
