/**
 * A provider's name is a brand, and is not translated. A generic payment method is named in the payer's language (WCAG
 * 3.1.2).
 */
import { providerName } from '../../contract/providers/index.ts';
import type { Text } from '../text/translation.ts';

export function isBankTransfer(name: string): boolean {
  return name === providerName('openBanking');
}

/** @param name the provider's name in the view */
export function providerIn({ done }: Pick<Text, 'done'>, name: string): string {
  return isBankTransfer(name) ? done.bankTransfer : name;
}
