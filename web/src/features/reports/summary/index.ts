export { FirstSummary } from './first-summary.tsx'
export { SummaryHeader } from './summary-header.tsx'
export { useFirstSteps } from './use-first-steps.ts'
