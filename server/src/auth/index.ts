export { nationalNumber } from './login.ts'
export { consumeGrant } from './password-grant.ts'
export { makeAuthenticate } from './sessions.ts'
