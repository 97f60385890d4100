export { SummaryHeader } from './summary-header.tsx'
export { useFirstSteps } from './use-first-steps.ts'
