export { SummaryHeader } from './summary-header.tsx'
