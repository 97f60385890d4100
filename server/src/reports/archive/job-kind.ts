/** The kind of the job that makes an archive. */
export const archiveJob = 'documents.archive'
