export { bulkDocumentsJob } from './job-kinds.ts'
export { bulkReport } from './report.ts'
