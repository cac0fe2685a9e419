/** Words about gateway codes: those of the reference, which is loaded when they are needed. */
import type { ConsoleDependencies } from '../console/index.ts';
import type { GatewayCode } from '../contract/gateway-codes.ts';
import type { CodeRemedy } from '../web/views/docs/index.ts';

export async function loadRemedies(): Promise<ConsoleDependencies['remedyOf']> {
  const { CODE_REMEDIES } = await import('../api/reference/gateway-code-remedies.ts');
  const remedies = new Map<GatewayCode, CodeRemedy>(CODE_REMEDIES.map((remedy) => [remedy.code, remedy]));
  return (code) => remedies.get(code) as CodeRemedy;
}
