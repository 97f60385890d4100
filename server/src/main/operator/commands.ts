import { addDoctor } from './doctor.ts'
import { addDocuments } from './documents.ts'
import { addJobs } from './jobs.ts'

export const commands = { doctor: addDoctor, documents: addDocuments, jobs: addJobs }
