/** A browser's own autofill, which the headless shell lacks. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WHOLE_BROWSER } from '../../browser.ts';
import { useRig } from '../../journeys/rig.ts';
import { openScriptShop, type ScriptShop } from '../script-shop.ts';
import { CARD, callsOf, field, formPage } from './form-page.ts';

const rig = useRig({ browser: { executablePath: WHOLE_BROWSER } });
let shop: ScriptShop;
beforeAll(async () => {
  shop = await openScriptShop();
});
afterAll(() => shop.close());

it('the browser’s own autofill fills the form, started in the number', async () => {
  const { page } = await rig.payer();
  await page.goto(formPage(rig, shop, { session: 'SESSION' }));
  await callsOf(page, 'initialized');
  await field(page, '#number').click();
  const element = await page.locator('#number + iframe').elementHandle();
  const devTools = await page.context().newCDPSession((await element!.contentFrame())!);
  const { root } = await devTools.send('DOM.getDocument');
  const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#f' });
  const { node } = await devTools.send('DOM.describeNode', { nodeId });
  const { frameTree } = await devTools.send('Page.getFrameTree');
  await devTools.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    frameId: frameTree.frame.id,
    card: { number: CARD.number, name: 'Ada Lovelace', expiryMonth: '01', expiryYear: '2039', cvc: '100' },
  });
  const typed = () =>
    Promise.all(['#number', '#month', '#year', '#code', '#name'].map((one) => field(page, one).inputValue()));
  await expect.poll(typed).toEqual(['5123 4500 0000 0008', '01', '2039', '100', 'Ada Lovelace']);
});
