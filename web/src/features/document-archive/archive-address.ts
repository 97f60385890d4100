import { api } from '../../api/client.ts'
import { loadConfig } from '../../config.ts'

/** The address at which the browser itself fetches a ready archive, for ten minutes. */
export async function archiveAddress(id: string): Promise<string> {
  const [{ ticket }, { apiBase }] = await Promise.all([
    api('POST /documents/archives/ticket', { body: { id } }),
    loadConfig(),
  ])
  return `${apiBase}/documents/archives/file?ticket=${ticket}`
}
