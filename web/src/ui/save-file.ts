/** Milliseconds until an object URL is revoked; the browser has read the bytes long before. */
const keepFor = 60_000

/** An object URL of these bytes, valid for a minute. */
export function addressOf(bytes: Blob): string {
  const address = URL.createObjectURL(bytes)
  setTimeout(() => URL.revokeObjectURL(address), keepFor)
  return address
}

/**
 * Saves a file as a press on a download link does.
 * @param address URL of the bytes, e.g. a blob: URL
 * @param fileName with its extension
 */
export function saveFile(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
