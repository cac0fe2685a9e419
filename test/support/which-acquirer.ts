/** The acquirer that a test run is for: ISO 8583's, or the one of the guide. */
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    acquirer: 'iso8583' | 'village';
  }
}

/** Whether the guide's acquirer takes the place of ISO 8583's. */
export const onVillageBank = (): boolean => inject('acquirer') === 'village';

/** Opens Village Bank's doors to a test's gateway. */
export const VILLAGE_TOKEN = 'village-token';
