/**
 * Reads the whole body of an answer.
 * @param most the number of bytes above which it is not read further
 * @param tooLong makes the error that is thrown then, which names the neighbour
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
