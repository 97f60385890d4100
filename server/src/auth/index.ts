export { login, nationalNumber, userTypeNames } from './login.ts'
export { closeSession, makeAuthenticate } from './sessions.ts'
