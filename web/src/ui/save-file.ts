/** Whoever was given the address has read the bytes long before. */
const keepFor = 60_000

/** An address of these bytes in this browser, for a minute. */
export function addressOf(bytes: Blob): string {
  const address = URL.createObjectURL(bytes)
  setTimeout(() => URL.revokeObjectURL(address), keepFor)
  return address
}

/**
 * Saves a file as a press on a download link does.
 * @param address where the bytes are, e.g. a blob: address
 * @param fileName with its ending
 */
export function saveFile(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
