export { keyAuthenticator } from './authenticate.ts'
export { isKeySecret, makeKeySecret } from './secret.ts'
export { countKeys, insertKey, keysOf, revokeAllKeys, revokeOneKey, rotateSecret } from './store.ts'
