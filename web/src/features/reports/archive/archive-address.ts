import { api } from '../../../api/client.ts'
import { loadConfig } from '../../../config.ts'

/** The URL from which the browser downloads a ready archive, by a ticket in a cookie: once, within two minutes. */
export async function archiveAddress(id: string): Promise<string> {
  const [, { apiBase }] = await Promise.all([
    api('POST /documents/archives/ticket', { body: { id } }),
    loadConfig(),
  ])
  return `${apiBase}/documents/archives/file`
}
