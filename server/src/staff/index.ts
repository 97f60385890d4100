/** Public interface of the staff: people, proposals and the rules that ask for them. */
export { setApprovalRules, startWithRules } from './approvals/index.ts'
export { addStaff, invitationLink, inviteStaffHere, listStaff } from './people/index.ts'
export { listPasskeys } from './passkeys/index.ts'
export { staffAuthenticator } from './sessions/index.ts'
