export { bulkReport } from './bulk/index.ts'
export { getConcentration } from './concentration/index.ts'
