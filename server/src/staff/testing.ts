// What only tests and tools need of this district. The product does not import it.

export { acceptFile } from './approvals/accept-file.ts'
export { expireProposals } from './approvals/expire-proposals.ts'
export { proposeFile, removeOldFiles, runFile, runsOf, uploadFile } from './files/index.ts'
export { contentOf } from './files/store.ts'
export { confirmProposal, findProposal, listProposals, refuseProposal } from './approvals/proposals.ts'
export { secondPairOperations } from './approvals/operations.ts'
export { listRules, type NewRule, setApprovalRules } from './approvals/rules.ts'
export { addStaff, inviteStaffHere, takeStaffRights } from './people/index.ts'
