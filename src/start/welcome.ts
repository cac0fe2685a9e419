/** The message shown when all processes are ready. */
import { styleText } from 'node:util';
import type { Addresses } from './listener-addresses.ts';

interface Secrets {
  readonly apiPassword: string;
  readonly consoleToken: string;
}

export function welcome(
  { consoleOrigin, publicOrigin, sandbox, mail, dataDir }: Addresses,
  { apiPassword, consoleToken }: Secrets,
): string {
  const rows = [
    [
      'Demo shop',
      styleText(['bold', 'cyan'], `http://localhost:${sandbox.port}/`),
      'buy something, pay on the hosted page',
    ],
    ...(mail === undefined
      ? []
      : [['Mails', `http://localhost:${sandbox.port}/mails`, 'the receipts that payers are sent']]),
    ['Console', `${consoleOrigin}/console/link/${consoleToken}`, 'signs you in, once'],
    ['API', `${publicOrigin}/api/rest/version/100`],
    ['Merchant', 'TESTSHOP'],
    ['API user', 'merchant.TESTSHOP'],
    ['API password', apiPassword],
    ['Logs', `${dataDir}/logs/`],
  ];
  const block = rows.map(([name = '', value = '', note]) => {
    const description = note === undefined ? '' : styleText('dim', `  ${note}`);
    return `  ${styleText('dim', name.padEnd(14))}${value}${description}`;
  });
  const title = `  ${styleText('bold', 'Turnpike is running.')} This is the sandbox: no real money moves.`;
  return ['', title, '', ...block, '', '  Stop with Ctrl+C.', ''].join('\n');
}
