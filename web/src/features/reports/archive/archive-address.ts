import { api } from '../../../api/client.ts'
import { loadConfig } from '../../../config.ts'

/** The URL from which the browser downloads a ready archive, good for one download within two minutes. */
export async function archiveAddress(id: string): Promise<string> {
  const [{ ticket }, { apiBase }] = await Promise.all([
    api('POST /documents/archives/ticket', { body: { id } }),
    loadConfig(),
  ])
  return `${apiBase}/documents/archives/file?ticket=${ticket}`
}
