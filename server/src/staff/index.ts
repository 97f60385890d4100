/** Public interface of the staff: people, proposals and the rules that ask for them. */
export { startWithRules } from './approvals/index.ts'
export { staffAuthenticator } from './sessions/index.ts'
