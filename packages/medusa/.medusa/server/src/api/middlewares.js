import { countAccepted } from '../../../../src/check/unapplied.js';

const count = (_request, _response, next) => {
  countAccepted();
  next();
};

export default { routes: [{ matcher: '/hooks/payment/turnpike_*', methods: ['POST'], middlewares: [count] }] };
