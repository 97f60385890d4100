import { addAutoFunding } from './auto-funding.ts'
import { addBulkFundings } from './bulk-fundings.ts'
import { addFundings } from './fundings.ts'
import { addMandates } from './mandates.ts'
import { addTimestamps } from './timestamps.ts'

export const commands = {
  'bulk-fundings': addBulkFundings,
  'auto-funding': addAutoFunding,
  fundings: addFundings,
  timestamps: addTimestamps,
  mandates: addMandates,
}
