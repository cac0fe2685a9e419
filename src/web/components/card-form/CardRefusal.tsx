import { type CardRefusalModel, REFUSAL_ID } from './card-refusals.ts';

/** Empty until the page's script has asked about the typed number. */
export function CardRefusal({ model: { address, sentences } }: { model: CardRefusalModel }) {
  return <p class="error" id={REFUSAL_ID} data-address={address} data-sentences={JSON.stringify(sentences)} />;
}
