import { EsignUnavailable } from './port.ts'

/**
 * Reads the whole body.
 * @throws EsignUnavailable if it is longer than `most` bytes
 */
export async function readAtMost(response: Response, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > most) throw new EsignUnavailable(`e-signature provider: a file of more than ${most} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
