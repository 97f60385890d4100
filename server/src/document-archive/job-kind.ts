/** The job that makes an archive. */
export const archiveJob = 'documents.archive'
