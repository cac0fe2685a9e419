/** The frame of a provider's pages. */
import type { ComponentChildren } from '../../pages/markup.ts';
import { pageText } from '../../pages/page.ts';
import type { ProviderKind } from '../kinds.ts';

export function providerPageText({ id, name }: ProviderKind, title: string, content: ComponentChildren): string {
  const site = {
    name,
    titled: name,
    theme: `provider ${id}`,
    icon: `/providers/${id}/icon.svg`,
    footer: `${name} is part of Turnpike’s sandbox.`,
  };
  return pageText(site, title, content);
}
