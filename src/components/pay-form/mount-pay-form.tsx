/** The page's script: hydrates the form that the server rendered. */
import { hydrate } from 'preact';
import type { PayFormModel } from './model.ts';
import { PayForm } from './PayForm.tsx';

const root = document.getElementById('pay-form');
const { model: own, text } = root?.dataset ?? {};

if (root !== null && own !== undefined && text !== undefined) {
  const model: PayFormModel = { ...JSON.parse(own), text: JSON.parse(text) };
  hydrate(<PayForm model={model} />, root);
}
