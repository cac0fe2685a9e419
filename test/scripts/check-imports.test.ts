import { describe, expect, it } from 'vitest';
import {
  cycleViolations,
  DOORS,
  MAY_IMPORT,
  packageViolations,
  relativeImports,
  violations,
} from '../../scripts/check-imports.ts';

const importing = (specifier: string, file = '') => {
  const line = `import type { A } from '${specifier}';`;
  return file.endsWith('.astro') ? `---\n${line}\n---\n` : line;
};

describe('each folder of src', () => {
  it.each([
    ['contract/a.ts', '../core/ports/index.ts'],
    ['web/text/en.ts', '../../contract/a.ts'],
    ['core/order/order.ts', '../../adapters/store/a.ts'],
    ['core/order/order.ts', '../../adapters/acquirers/iso8583/link.ts'],
    ['adapters/vault/a.ts', '../../core/order/order.ts'],
    ['adapters/vault/a.ts', '../store/a.ts'],
    ['adapters/store/a.ts', '../vault/a.ts'],
    ['adapters/store/schema/a.ts', '../engine/engine.ts'],
    ['adapters/store/engine/a.ts', '../orders/orders.ts'],
    ['adapters/store/tokens/a.ts', '../sessions/sessions.ts'],
    ['adapters/store/browser-payments/a.ts', '../orders/orders.ts'],
    ['adapters/acquirers/breaker.ts', '../../core/order/order.ts'],
    ['adapters/notifications/a.ts', '../store/a.ts'],
    ['checkout/a.ts', '../api/rest/a.ts'],
    ['checkout/a.ts', '../adapters/store/a.ts'],
    ['api/rest/a.ts', '../../adapters/store/a.ts'],
    ['api/rest/a.ts', '../../adapters/acquirers/iso8583/link.ts'],
    ['settings/sandbox/api-password.ts', '../../sandbox/settings.ts'],
    ['core/order/order.ts', '../operations/execute.ts'],
    ['core/request/sums.ts', '../processing/complete.ts'],
    ['core/ports/orders.ts', '../recovery/reversals.ts'],
    ['sandbox/main.ts', '../adapters/acquirers/iso8583/link.ts'],
    ['sandbox/acquirer/host.ts', '../../core/ports/index.ts'],
    ['sandbox/providers/provider.ts', '../../core/providers.ts'],
    ['sandbox/providers/provider.ts', '../../adapters/providers/demo/demo-protocol.ts'],
    ['contract/providers/index.ts', '../../adapters/providers/index.ts'],
    ['adapters/providers/index.ts', '../../checkout/checkout-page.ts'],
    ['adapters/providers/index.ts', '../../core/browser-payments/index.ts'],
    ['adapters/providers/demo-bank/adapter.ts', '../../../sandbox/main.ts'],
    ['core/order/order.ts', '../../adapters/providers/index.ts'],
    ['checkout/a.ts', '../adapters/providers/index.ts'],
    ['api/rest/a.ts', '../../adapters/providers/index.ts'],
    ['http/endpoints/a.ts', '../../adapters/providers/index.ts'],
    ['web/styles/page.css.ts', '../components/a.tsx'],
    ['web/components/card-form/a.tsx', '../../../checkout/session.ts'],
    ['web/layouts/page.astro', '../pages/checkout/pay.astro'],
    ['web/pages/checkout/pay.astro', '../../../core/ports/index.ts'],
    ['web/pages/checkout/pay.astro', '../../../adapters/store/a.ts'],
    ['web/env.d.ts', '../core/ports/index.ts'],
    ['settings/settings.ts', '../adapters/vault/vault.ts'],
    ['sandbox/process/settings.ts', '../../settings/settings.ts'],
    ['sandbox/kit/simulator.ts', '../paypal/paypal.ts'],
    ['sandbox/paypal/paypal.ts', '../pix/psp.ts'],
    ['adapters/store/a.ts', '../../checkout/checkout.ts'],
    ['http/server.ts', '../core/ports/index.ts'],
    ['start/child.ts', '../core/ports/index.ts'],
    ['server.ts', './sandbox/main.ts'],
    ['http/routing/routes.ts', '../../sandbox/main.ts'],
  ])('src/%s may not import %s', (file, specifier) => {
    expect(violations(file, importing(specifier, file))).toHaveLength(1);
  });

  it.each([
    ['contract/fields/airline.ts', '../values.ts'],
    ['adapters/store/orders/a.ts', '../receipts/writes.ts'],
    ['core/order/order.ts', '../../contract/money.ts'],
    ['core/operations/void.ts', '../processing/complete.ts'],
    ['adapters/vault/a.ts', '../../core/ports/index.ts'],
    ['adapters/acquirers/iso8583/message/codec.ts', '../../../../contract/secret.ts'],
    ['sandbox/acquirer/host.ts', '../../adapters/acquirers/iso8583/message/index.ts'],
    ['sandbox/main.ts', './process/run-sandbox.ts'],
    ['sandbox/process/settings.ts', '../../settings/sandbox/index.ts'],
    ['adapters/providers/list.ts', '../../core/ports/index.ts'],
    ['api/rest/a.ts', '../../core/browser-payments/index.ts'],
    ['checkout/a.ts', '../core/browser-payments/index.ts'],
    ['http/endpoints/a.ts', '../../core/browser-payments/index.ts'],
    ['sandbox/shop/routes.ts', './control.ts'],
    ['sandbox/paypal/paypal.ts', '../kit/log.ts'],
    ['web/pages/checkout/pay.astro', '../../views/index.ts'],
    ['api/rest/a.ts', '../../checkout/index.ts'],
    ['server.ts', './adapters/store/index.ts'],
    ['start/main.ts', './child.ts'],
  ])('src/%s may import %s', (file, specifier) => {
    expect(violations(file, importing(specifier, file))).toEqual([]);
  });

  it('has a row that refuses something, so that an emptied row is noticed', () => {
    for (const part of Object.keys(MAY_IMPORT)) {
      const file = part.endsWith('.ts') ? part : `${part}/a.ts`;
      const up = '../'.repeat(file.split('/').length - 1) || './';
      const away = `${up}sandbox-of-nobody/a.ts`;
      expect(violations(file, importing(away)), part).toHaveLength(1);
    }
  });
});

describe('a folder with an index', () => {
  it.each(DOORS)('%s is imported by its index.ts alone, even from unrestricted folders', (folder) => {
    for (const inside of ['a.ts', 'rooms/a.ts', 'rooms/index.ts']) {
      expect(violations('server.ts', importing(`./${folder}/${inside}`))[0]).toContain('by its index.ts alone');
      expect(violations('server.ts', `await import('./${folder}/${inside}')`)).toHaveLength(1);
    }
    expect(violations('server.ts', importing(`./${folder}/index.ts`))).toEqual([]);
  });

  it.each(DOORS)('%s imports its own files by their names', (folder) => {
    expect(violations(`${folder}/a.ts`, importing('./rooms/b.ts'))).toEqual([]);
    expect(violations(`${folder}/rooms/b.ts`, importing('../a.ts'))).toEqual([]);
  });
});

it('a folder without a row is refused until it has one', () => {
  expect(violations('newcomer/a.ts', importing('./b.ts'))[0]).toContain('no row for newcomer/a.ts');
});

it('no import reaches outside src/', () => {
  expect(violations('contract/a.ts', importing('../../test/fixtures.ts'))).toHaveLength(1);
});

it('the check sees every form of import, over several lines too, and none in a comment', () => {
  const source = `
    import a from './a.ts';
    import './b.ts';
    import type { C } from "./c.ts";
    export { d } from './d.ts';
    export * from '../e.ts';
    import {
      f,
    } from './f.ts';
    const g = await import('./g.ts');
    import h from 'package';
    // import i from './i.ts';
    /** import j from './j.ts'; */
  `;
  expect(relativeImports(source)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', '../e.ts', './f.ts', './g.ts']);
});

describe('files that import each other', () => {
  const cyclesAmong = (sources: Record<string, string>) => cycleViolations(new Map(Object.entries(sources)));

  it('are refused, even if they import types alone', () => {
    const cycles = cyclesAmong({
      'core/order/a.ts': "import type { B } from './b.ts';",
      'core/order/b.ts': "import type { C } from '../ports/c.ts';",
      'core/ports/c.ts': "export type { A } from '../order/a.ts';",
      'core/ports/d.ts': "import type { A } from '../order/a.ts';",
    });
    expect(cycles).toEqual([
      'These files of src/ import each other in a cycle: core/order/a.ts, core/order/b.ts, core/ports/c.ts',
    ]);
  });

  it('are reported by cycle', () => {
    const pair = (folder: string) => ({
      [`${folder}/a.ts`]: "import type { B } from './b.ts';",
      [`${folder}/b.ts`]: "import type { A } from './a.ts';",
    });
    expect(cyclesAmong({ ...pair('core/risk'), ...pair('core/cards') })).toHaveLength(2);
  });

  it('form no cycle if all imports point one way, on several paths too', () => {
    const sources = {
      'core/order/a.ts': "import './b.ts'; import './c.ts';",
      'core/order/b.ts': "import './d.ts';",
      'core/order/c.ts': "import './d.ts'; import './missing.ts';",
      'core/order/d.ts': '',
    };
    expect(cyclesAmong(sources)).toEqual([]);
  });
});

it('a package imports its own files alone', () => {
  const source = "import { a } from './a.ts';\nimport type { B } from '../../../src/contract/b.ts';";
  expect(packageViolations('webhooks/src/index.ts', source)).toEqual([
    'packages/webhooks/src/index.ts imports src/contract/b.ts: it may import packages/webhooks',
  ]);
});
