export { acceptFile } from './accept-file.ts'
export { lookAtBreakGlass } from './break-glass.ts'
export {
  countForPerson,
  foreseenOf,
  listForPerson,
  listOfMaker,
  listSeen,
  type ProposalFor,
  ruleVersions,
  whyRefused,
} from './for-person.ts'
export { asRefusal } from './command-refusal.ts'
export { proposalMailJobs } from './proposal-mail.ts'
export { secondPairOperations } from './operations.ts'
export {
  confirmProposal,
  findProposal,
  type ProposalSheet,
  refuseProposal,
  withdrawProposal,
} from './proposals.ts'
export { setApprovalRules } from './rules.ts'
export { startWithRules } from './start.ts'
