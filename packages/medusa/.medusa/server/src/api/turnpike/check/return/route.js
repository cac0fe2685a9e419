export { goBack as GET } from '../../../../../../../src/check/page.js';
