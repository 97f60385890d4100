export { nationalNumber } from './login.ts'
export { makeAuthenticate } from './sessions.ts'
