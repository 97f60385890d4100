export { BulkProgress } from './bulk-progress.tsx'
export { BulkSummary } from './bulk-summary.tsx'
