export { config, default } from '../../../../src/subscriber.js';
