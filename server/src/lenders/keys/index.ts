export { keyAuthenticator } from './authenticate.ts'
