/** The directory of stores. */
export { Directory, FIRST_STORE, FIRST_STORE_NAME } from './directory.ts';
export {
  type DirectoryAddress,
  openAddress,
  sealAddress,
  shownAddress,
  storeAddressPlace,
} from './store-address.ts';
export { type StoreFacts, type StoreReason, storeProblem } from './store-problem.ts';
