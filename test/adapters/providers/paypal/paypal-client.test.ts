/** PayPal's access tokens, at the simulator. */
import { describe, expect, it } from 'vitest';
import { created, describeState, rigWith } from './rig.ts';

describe('an access token', () => {
  it('that expires in the middle is renewed, and no call is lost', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.simulator.paypal.setFault({ mode: 'TOKEN_EXPIRED', operation: 'orders.get', count: 1 });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('that expires too soon is renewed', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.simulator.paypal.setAhead(2.5 * 3_600_000);
    rig.simulator.paypal.accounts.expireTokens();
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('is not given for a wrong secret', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    const wrong = { ...asked.account, members: { ...asked.account.members, clientSecret: 'wrong-secret' } };
    expect(await rig.adapter.state({ ...asked, account: wrong })).toEqual({ status: 'NOT_SENT' });
  });

  it('is not requested for an account that the merchant no longer has', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    expect(await rig.adapter.state({ ...asked, account: { merchantId: 'TESTSHOP', members: {} } })).toEqual({
      status: 'NOT_SENT',
    });
  });
});
