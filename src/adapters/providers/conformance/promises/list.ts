/** All promises under their headings, in the order of the report. */
import type { AdapterPromise } from '../adapter-promise.ts';
import { BEGINNINGS } from './beginnings.ts';
import { CALLBACKS } from './callbacks.ts';
import { CHOICES } from './choices.ts';
import { DECISIONS } from './decisions.ts';
import { ANSWERS, LOSSES_KEPT } from './losses.ts';
import { MOVEMENTS } from './movements.ts';
import { ORDERINGS_KEPT } from './orderings.ts';

export const PROMISES: readonly { readonly heading: string; readonly promises: readonly AdapterPromise[] }[] = [
  { heading: 'Beginning', promises: BEGINNINGS },
  { heading: 'Choosing with whom to pay', promises: CHOICES },
  { heading: 'Every ordering', promises: ORDERINGS_KEPT },
  { heading: 'Confirming and cancelling', promises: DECISIONS },
  { heading: 'Moving the money', promises: MOVEMENTS },
  { heading: 'Every loss', promises: LOSSES_KEPT },
  { heading: 'Answers that are none', promises: ANSWERS },
  { heading: 'Every forgery', promises: CALLBACKS },
];
