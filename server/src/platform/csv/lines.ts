import { isUtf8 } from 'node:buffer'

/** The file as a whole cannot be read; the message says why and what to do, in Indonesian for the operator. */
export class CsvFileError extends Error {
  override readonly name = 'CsvFileError'
}

/** A line of the file as an editor counts it, without its line ending. */
export interface Line {
  /** The line number, from 1. */
  number: number
  text: string
  /** Whether the line is longer than allowed; `text` is then empty, because the bytes were dropped. */
  tooLong: boolean
}

const NEWLINE = 0x0a

const utf16 = 'Berkas ini UTF-16: simpan dahulu sebagai CSV (UTF-8).'
const SIGNATURES: readonly { bytes: readonly number[]; sentence: string }[] = [
  { bytes: [0x1f, 0x8b], sentence: 'Berkas ini dimampatkan dengan gzip: buka dahulu (gunzip).' },
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    sentence: 'Berkas ini arsip zip atau buku kerja Excel: simpan dahulu sebagai CSV (UTF-8).',
  },
  { bytes: [0xff, 0xfe], sentence: utf16 },
  { bytes: [0xfe, 0xff], sentence: utf16 },
]

function refuseOtherFormats(head: Buffer): void {
  // Without its mark, UTF-16 has a NUL beside each letter of the first name.
  if (head[0] === 0 || head[1] === 0) throw new CsvFileError(utf16)
  for (const { bytes, sentence } of SIGNATURES) {
    if (bytes.every((byte, position) => head[position] === byte)) throw new CsvFileError(sentence)
  }
}

/**
 * Splits a stream of bytes into lines ("\n" or "\r\n"), one array per chunk, and never holds more than one chunk and
 * one line. A byte-order mark is dropped.
 *
 * @param maxBytes longest line that is kept; a longer one is returned as `tooLong`
 * @param onProgress called with the bytes read so far, after each chunk
 * @throws CsvFileError at the signature of another file format, or at bytes that are not UTF-8
 */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
  onProgress?: (bytesRead: number) => void,
): AsyncGenerator<Line[]> {
  let carry = Buffer.alloc(0)
  let skipping = false
  let bytesRead = 0
  let next = 1

  const cut = (block: Buffer): Line[] => {
    if (next === 1) refuseOtherFormats(block)
    if (!isUtf8(block)) throw new CsvFileError(notUtf8(block, next))
    const texts = block.toString('utf8').split('\n')
    return texts.map((text) => {
      const number = next++
      const first = number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text
      // A text never has more UTF-16 units than bytes, so only a text near the limit needs to be measured in bytes.
      const tooLong = first.length * 3 > maxBytes && Buffer.byteLength(first) > maxBytes
      return { number, text: tooLong ? '' : first.endsWith('\r') ? first.slice(0, -1) : first, tooLong }
    })
  }

  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytesRead += bytes.length
    const lines: Line[] = []
    let block = Buffer.concat([carry, bytes])
    if (skipping) {
      const end = block.indexOf(NEWLINE)
      if (end >= 0) {
        lines.push({ number: next++, text: '', tooLong: true })
        skipping = false
      }
      block = end < 0 ? Buffer.alloc(0) : block.subarray(end + 1)
    }
    const last = block.lastIndexOf(NEWLINE)
    if (last >= 0) for (const line of cut(block.subarray(0, last))) lines.push(line)
    // Copied, because a view would keep the whole chunk in memory.
    carry = Buffer.from(block.subarray(last + 1))
    if (carry.length > maxBytes) {
      if (next === 1) refuseOtherFormats(carry)
      carry = Buffer.alloc(0)
      skipping = true
    }
    onProgress?.(bytesRead)
    if (lines.length > 0) yield lines
  }
  if (skipping) yield [{ number: next++, text: '', tooLong: true }]
  else if (carry.length > 0) yield cut(carry)
}

function notUtf8(block: Buffer, firstLine: number): string {
  let line = firstLine
  let from = 0
  for (;;) {
    const end = block.indexOf(NEWLINE, from)
    const bad = !isUtf8(end < 0 ? block.subarray(from) : block.subarray(from, end))
    if (bad || end < 0)
      return `Berkas ini bukan UTF-8 (pertama kali di baris ${line}): simpan sebagai CSV (UTF-8).`
    from = end + 1
    line += 1
  }
}
