import type * as z from 'zod'

type Checked = {
  DOCUMENT_STORE: 'database' | 'folder' | 's3'
  DOCUMENT_FOLDER: string | null
  DOCUMENT_S3_ENDPOINT: string | null
  DOCUMENT_S3_REGION: string | null
  DOCUMENT_S3_BUCKET: string | null
  DOCUMENT_S3_CREDENTIALS_FILE: string | null
}

const s3Names = [
  'DOCUMENT_S3_ENDPOINT',
  'DOCUMENT_S3_REGION',
  'DOCUMENT_S3_BUCKET',
  'DOCUMENT_S3_CREDENTIALS_FILE',
] as const

/** Checks that each place has all of its settings or none, and that the place of new documents has them. */
export function checkDocumentStore(config: Checked, issue: z.RefinementCtx): void {
  const fault = (name: string, message: string) => issue.addIssue({ code: 'custom', path: [name], message })
  if (config.DOCUMENT_STORE === 'folder' && config.DOCUMENT_FOLDER === null)
    fault('DOCUMENT_FOLDER', 'is needed where DOCUMENT_STORE is folder')
  if (config.DOCUMENT_FOLDER !== null && !config.DOCUMENT_FOLDER.startsWith('/'))
    fault('DOCUMENT_FOLDER', 'is a path from the root, the same on all nodes')
  const missing = s3Names.filter((name) => config[name] === null)
  if (missing.length === s3Names.length && config.DOCUMENT_STORE !== 's3') return
  for (const name of missing)
    fault(
      name,
      config.DOCUMENT_STORE === 's3'
        ? 'is needed where DOCUMENT_STORE is s3'
        : 'is needed where another setting of DOCUMENT_S3 is set',
    )
}
