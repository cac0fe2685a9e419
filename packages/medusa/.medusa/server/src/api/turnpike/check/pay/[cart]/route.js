export { pay as GET } from '../../../../../../../../src/check/page.js';
