/** The page's script: wakes the form that the server has drawn. */
import { hydrate } from 'preact';
import type { PayFormModel } from './model.ts';
import { PayForm } from './PayForm.tsx';

const root = document.getElementById('pay-form');
const model = root?.dataset.model;

if (root !== null && model !== undefined) hydrate(<PayForm model={JSON.parse(model) as PayFormModel} />, root);
