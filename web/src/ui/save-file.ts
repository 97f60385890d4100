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
