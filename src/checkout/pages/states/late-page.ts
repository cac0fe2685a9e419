/** The status page of a payment whose provider took money after the payment had ended here. */
import type { PageView, StatusPage } from '../../../web/views/index.ts';
import { providerStatusPage } from '../../return/index.ts';
import type { Visit } from '../visit.ts';

export async function latePage({ dependencies, state, languages }: Visit<'late'>): Promise<PageView<StatusPage>> {
  return { page: await providerStatusPage(dependencies, state.found, languages) };
}
