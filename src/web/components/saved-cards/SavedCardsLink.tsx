import type { PayFormModel } from '../pay-form/model.ts';

/** A frame of the shop's page opens the page of the saved cards in a window of its own. */
export function SavedCardsLink({ model }: { model: PayFormModel }) {
  const { savedCardsHref, isFramed, labels } = model;
  return savedCardsHref === undefined ? null : (
    <p class="cancel">
      <a class="quiet" href={savedCardsHref} {...(isFramed && { target: '_blank', rel: 'noopener' })}>
        {labels.savedCards}
      </a>
    </p>
  );
}
