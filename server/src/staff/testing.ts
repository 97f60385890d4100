// What only tests and tools need of this district. The product does not import it.

export { acceptFile } from './approvals/accept-file.ts'
export { jobs as breakGlassJobs, lookAtBreakGlass } from './approvals/break-glass.ts'
export { secondPairOperations } from './approvals/operations.ts'
export { findProposal, refuseProposal, withdrawProposal } from './approvals/proposals.ts'
export { listRules, type NewRule, setApprovalRules } from './approvals/rules.ts'
export { addStaff, setStaffRights, takeStaffRights } from './people/index.ts'
