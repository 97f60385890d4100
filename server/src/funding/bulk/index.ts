export { bulkDocumentsJob } from './job-kinds.ts'
export { bulkReport } from './report.ts'
export { submitBulk } from './submit.ts'
