export { bulkReport } from './report.ts'
