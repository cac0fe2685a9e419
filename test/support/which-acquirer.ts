/** The acquirer of the test run: ISO 8583's, or the guide's. */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    acquirer: 'iso8583' | 'village';
  }
}

/** Whether the guide's acquirer replaces ISO 8583's. */
export const onVillageBank = (): boolean => inject('acquirer') === 'village';

/** The test gateway's token for Village Bank. */
export const VILLAGE_TOKEN = 'village-token';
