export type { FundingResult } from './funding-result.ts'
export { TermsPage } from './terms-page.tsx'
