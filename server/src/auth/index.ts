export { login, nationalNumber, userTypeNames } from './login.ts'
export { authenticate, closeSession } from './sessions.ts'
