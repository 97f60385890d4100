/**
 * Reads the whole body of a response.
 * @param most the largest number of bytes that is read
 * @param tooLong makes the error for a larger body, which names the external service
 */
export async function readAtMost(
  response: Response,
  most: number,
  tooLong: (what: string) => Error,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > most) throw tooLong(`more than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
