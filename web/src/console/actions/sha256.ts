/** The SHA-256 of a file's content, in hexadecimal digits. */
export async function sha256Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
