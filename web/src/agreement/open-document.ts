import { api } from '../api/client.ts'
import { addressOf, saveFile } from '../ui/save-file.ts'

/**
 * Opens a document in a new tab. Call it synchronously from a click: the tab is opened before the download, since a
 * browser blocks one that opens later. Where tabs are blocked altogether the file is saved instead.
 * @param documentUrl the reference that the API returned
 * @param fileName name of the saved file, without its extension
 * @throws ApiError when the download fails; the tab is closed then
 */
export async function openDocument(documentUrl: string, fileName: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) {
    // 'noopener' would return no window handle; clearing `opener` has the same effect.
    tab.opener = null
    tab.document.title = 'Memuat dokumen…'
  }
  try {
    const bytes = await api('POST /documents/download', { body: { document_url: documentUrl } })
    const address = addressOf(bytes.slice(0, bytes.size, mediaTypeOf(documentUrl, bytes.type)))
    if (tab && !tab.closed) tab.location.replace(address)
    else if (!tab) saveFile(address, fileName)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** A document with .pdf in its URL is a PDF, any other an image (specification, section 7). */
export const mediaTypeOf = (documentUrl: string, given: string): string => {
  if (documentUrl.includes('.pdf')) return 'application/pdf'
  return given.startsWith('image/') ? given : 'image/png'
}
