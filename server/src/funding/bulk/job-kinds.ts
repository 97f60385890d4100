/** The job that renders the documents of a bulk funding; it blocks no money (see `documentJobKinds`). */
export const bulkDocumentsJob = 'bulk.papers'
