import { MISTAKES, type MistakeName } from '../mistakes.ts';

/** The shop made a mistake. The message is its sentence about this order. */
export class Made extends Error {
  override readonly name = 'Made';
  readonly mistake: MistakeName;
  readonly order: string;

  constructor(mistake: MistakeName, values: Readonly<Record<string, string>> & { readonly order: string }) {
    super(MISTAKES[mistake].sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
    this.mistake = mistake;
    this.order = values.order;
  }
}
