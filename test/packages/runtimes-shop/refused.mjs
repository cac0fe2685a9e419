// Calls a gateway that does not listen, and one whose certificate is unknown: nothing is sent to either.
import { NetworkError, Turnpike } from '@turnpike/client';

for (const origin of process.env.ORIGINS.split(' ')) {
  const turnpike = new Turnpike({ origin, merchantId: 'SHOP', password: 'none', deadlineMs: 2_000 });
  try {
    await turnpike.createSession({});
  } catch (error) {
    console.log(error instanceof NetworkError ? `NetworkError ${error.isSent}` : error);
  }
}
