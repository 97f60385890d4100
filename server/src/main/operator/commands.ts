import { addDocuments } from './documents.ts'
import { addJobs } from './jobs.ts'

export const commands = { documents: addDocuments, jobs: addJobs }
