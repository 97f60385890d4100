export { bulkDocumentsJob, bulkReport } from './bulk/index.ts'
export { getConcentration } from './concentration/index.ts'
