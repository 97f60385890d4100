export { feedAuthenticator } from './feed-keys.ts'
export { keyAuthenticator } from './authenticate.ts'
export { makeKeySecret } from './secret.ts'
export {
  countKeys,
  insertKey,
  keysOf,
  lockProposingKey,
  proposesForOther,
  revokeKeysOf,
  revokeOneKey,
  rotateSecret,
} from './store.ts'
