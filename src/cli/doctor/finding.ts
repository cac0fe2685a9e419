/** What a check of `turnpike doctor` finds, and how the report says it. */

/** WELL; DOUBTFUL: look at it; FAILS: something will not work until it is mended. */
export type Level = 'DOUBTFUL' | 'FAILS' | 'WELL';

export interface Finding {
  readonly level: Level;
  /** What is so, in a sentence. Never a secret. */
  readonly says: string;
  /** What to do, unless it is well. */
  readonly remedy?: string;
}

export function well(says: string): Finding {
  return { level: 'WELL', says };
}

export function doubtful(says: string, remedy: string): Finding {
  return { level: 'DOUBTFUL', says, remedy };
}

export function fails(says: string, remedy: string): Finding {
  return { level: 'FAILS', says, remedy };
}

/** One check's name, and one thing that it found. */
export interface Line extends Finding {
  readonly check: string;
}
