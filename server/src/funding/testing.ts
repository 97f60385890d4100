// What only tests and tools need of this district. The product does not import it.

export { allocateStepwise } from './auto/allocation/allocate.ts'
export type { LenderInput, LoanInput, RoundInput } from './auto/allocation/input.ts'
export { type Held, holdRound } from './auto/index.ts'
export { jobs as autoFundingJobs, runRound } from './auto/run-round.ts'
export { createStrategy } from './auto/strategies.ts'
export { createBulkDocuments } from './bulk/documents.ts'
export { jobs as bulkFundingJobs } from './bulk/jobs.ts'
export { previewBulk } from './bulk/preview.ts'
export { bulkProgress } from './bulk/progress.ts'
export { runBulk } from './bulk/run.ts'
export { submitBulk } from './bulk/submit.ts'
export { recordMandated } from './mandate/index.ts'
export { jobs as mandateJobs } from './mandate/jobs.ts'
export { prepareMandate } from './mandate/prepare.ts'
export { signMandate } from './mandate/sign.ts'
export { findVersion, insertGrant } from './mandate/store.ts'
export { listBulkLoans, listBulkProducts } from './marketplace/bulk.ts'
export { type Choice, parametersOf, readChoice } from './marketplace/choosing/choice.ts'
export { chooseLoans } from './marketplace/choosing/choose-loans.ts'
export { countChoice, countChoices } from './marketplace/choosing/count-choices.ts'
export { writeCursor } from './marketplace/choosing/cursor.ts'
export {
  gradeFits,
  interestFits,
  leftFits,
  ownerFits,
  tenorFits,
  typeFits,
} from './marketplace/choosing/fits.ts'
export { sortColumns } from './marketplace/choosing/page-statements.ts'
export { foldEntries } from './marketplace/fold-entries.ts'
export { type MarketplaceQuery, listMarketplace } from './marketplace/list.ts'
export { takeBackTransfer, transferHoldings } from './holdings/index.ts'
export { fundSelection } from './selection/fund.ts'
export { jobs as signingJobs } from './signing/jobs.ts'
export { privyCallbackPath } from './signing/routes.ts'
export { esignCallbackPath } from './signing/send-documents.ts'
export {
  type FundLoan,
  type FundedLoan,
  type FundingBatcher,
  buildSnapshot,
  findOfferedLoan,
  fundLoan,
  makeFundingBatcher,
  releaseFunding,
  settleFunding,
  storeAgreement,
} from './single/index.ts'
export { prepareAgreement } from './single/prepare-agreement.ts'
