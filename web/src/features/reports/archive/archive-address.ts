import { api } from '../../../api/client.ts'
import { loadConfig } from '../../../config.ts'

/** The URL from which the browser downloads a ready archive, valid for ten minutes. */
export async function archiveAddress(id: string): Promise<string> {
  const [{ ticket }, { apiBase }] = await Promise.all([
    api('POST /documents/archives/ticket', { body: { id } }),
    loadConfig(),
  ])
  return `${apiBase}/documents/archives/file?ticket=${ticket}`
}
