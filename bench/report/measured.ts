/** A measure's part of the report: tables for people, data for programs, and the limits that it must meet. */

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
  /** Information for interpreting the table. */
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
