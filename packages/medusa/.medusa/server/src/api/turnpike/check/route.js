export { read as GET, write as POST } from '../../../../../../src/check/page.js';
