import { describe, expect, it } from 'vitest';
import type { MessageOf } from '../../../../src/adapters/three-ds-server/messages/tables/index.ts';
import { UnfitMessage, writeMessage } from '../../../../src/adapters/three-ds-server/messages/write-message.ts';
import { Secret } from '../../../../src/contract/secret.ts';

const ID = '6c57c18f-e55b-4333-a991-460b04ee0730';

const creq: MessageOf<'CReq'> = {
  messageType: 'CReq',
  messageVersion: '2.2.0',
  threeDSServerTransID: ID,
  acsTransID: ID,
  challengeWindowSize: '05',
};

describe('the types derived from the tables', () => {
  it('reject a misspelt field, a missing one and a wrong value, and keep card data secret', () => {
    // Each of these must be an error of the compiler: `npm run lint` fails where one is not.
    // @ts-expect-error a misspelt field
    expect(() => writeMessage<'CReq'>({ ...creq, chalengeWindowSize: '05' })).toThrow('203): chalengeWindowSize');
    const { acsTransID: _, ...without } = creq;
    // @ts-expect-error a missing field
    expect(() => writeMessage<'CReq'>(without)).toThrow('201): acsTransID');
    // @ts-expect-error a value that the table has not
    expect(() => writeMessage<'CReq'>({ ...creq, challengeWindowSize: '06' })).toThrow('203): challengeWindowSize');
    // @ts-expect-error a card number that is no secret
    const number: MessageOf<'AReq'>['acctNumber'] = '4012000000001006';
    expect(number).toBeTypeOf('string');
    const reserved: MessageOf<'RRes'>['resultsStatus'] = '80';
    expect(reserved).toBe('80');
    const proof: MessageOf<'ARes'>['authenticationValue'] = new Secret('AAABBZEEBgAAAAAAAAQGAAAAAAA=');
    expect(proof).toBeInstanceOf(Secret);
  });

  it('are refused by the names of fields alone', () => {
    const unfit = { ...creq, acsTransID: '4012000000001006' };
    expect(() => writeMessage<'CReq'>(unfit)).toThrow(UnfitMessage);
    expect(() => writeMessage<'CReq'>(unfit)).not.toThrow('4012000000001006');
  });
});
