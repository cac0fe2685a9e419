import { z } from 'zod';

export const httpsUrl = z
  .string()
  .max(2_048)
  .regex(/^https:\/\/\S+$/, 'an https URL');
