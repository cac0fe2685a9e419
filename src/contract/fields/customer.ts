import { field, type Group, group } from '../field.ts';
import { email, matching, string } from '../types.ts';

/** Each part at most 255; the interface's 7 to 15 characters are then always kept. */
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

export const customer: Group = group({
  ani: field(string(1, 10)),
  aniCallType: field(string(1, 2)),
  browser: field(string(1, 255)),
  email: field(email()),
  hostname: field(string(1, 60)),
  ipAddress: field(matching(IPV4, 7, 15, 'an IPv4 address, nnn.nnn.nnn.nnn')),
});
