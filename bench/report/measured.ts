/** What a measure gives to the report: tables for a person, data for a program, and the marks that it has to meet. */

export interface Mark {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What a reader must know to read it rightly. */
  readonly notes: readonly string[];
}

export interface Measured {
  readonly name: string;
  readonly tables: readonly Table[];
  readonly marks: readonly Mark[];
  readonly data: object;
}

export function isMet({ value, atLeast, atMost }: Mark): boolean {
  return (atLeast === undefined || value >= atLeast) && (atMost === undefined || value <= atMost);
}
