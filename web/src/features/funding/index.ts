export { FundingFlow } from './funding-flow.tsx'
export { type FundingResult, readFundingResult } from './funding-result.ts'
export { FundingResultView } from './funding-result-view.tsx'
export { TermsPage } from './terms-page.tsx'
