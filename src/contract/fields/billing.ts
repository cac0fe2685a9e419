import { field, type Group, group } from '../field.ts';
import { string } from '../types.ts';
import { address } from './address.ts';

export const billing: Group = group({ address, phone: field(string(1, 20)) });
