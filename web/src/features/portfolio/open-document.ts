import { api } from '../../api/client.ts'

/** A PDF viewer has read the blob long before. */
const keepFor = 60_000

/**
 * Opens a document in a new tab. Call it straight from a click: the tab is opened before the download, since a
 * browser blocks one that opens later. Where tabs are blocked altogether the file is saved instead.
 * @param documentUrl the reference that the API gave
 * @param fileName name of the saved file, without its ending
 * @throws ApiError when the download fails; the tab is closed then
 */
export async function openDocument(documentUrl: string, fileName: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) {
    // 'noopener' would give us no handle; cutting the link ourselves comes to the same.
    tab.opener = null
    tab.document.title = 'Memuat dokumen…'
  }
  try {
    const blob = await api('POST /documents/download', { body: { document_url: documentUrl } })
    const address = URL.createObjectURL(blob)
    setTimeout(() => URL.revokeObjectURL(address), keepFor)
    if (tab && !tab.closed) tab.location.replace(address)
    else if (!tab) save(address, fileName)
  } catch (error) {
    tab?.close()
    throw error
  }
}

function save(address: string, fileName: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
