import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { name, type Reference, type Value, write } from './objects.ts'

/** A compressed stream, so that several files can contain it without compressing it again. */
export type Packed = { bytes: Buffer; entries: { [key: string]: Value } }

/** @param level of zlib: higher for a stream that many files share, lower for a page of one file */
export const pack = (bytes: Buffer, level: 4 | 9, entries: Packed['entries'] = {}): Packed => ({
  bytes: deflateSync(bytes, { level }),
  entries: { ...entries, Filter: name('FlateDecode') },
})

export type Facts = { title: string; author: string; createdAt: Date }

const producer = 'Pematang'

/**
 * Writes the objects of a PDF 1.7 file (ISO 32000-1, 7.5): each is numbered on request, written once in any order, and
 * listed in a table at the end. Nothing depends on the current time or the process, so the bytes are reproducible.
 */
export class PdfFile {
  private readonly parts: (string | Buffer)[] = []
  private length = 0
  private readonly offsets: number[] = []

  constructor() {
    this.append('%PDF-1.7\n%\xff\xff\xff\xff\n')
  }

  /** Appends to the file. Strings must be ASCII, so that their length equals the number of bytes. */
  private append(part: string | Buffer): void {
    this.parts.push(part)
    this.length += part.length
  }

  reserve(): Reference {
    this.offsets.push(0)
    const id = this.offsets.length
    return { id, written: `${id} 0 R` }
  }

  put({ id }: Reference, value: Value): void {
    this.offsets[id - 1] = this.length
    this.append(`${id} 0 obj\n${write(value)}\nendobj\n`)
  }

  add(value: Value): Reference {
    const reference = this.reserve()
    this.put(reference, value)
    return reference
  }

  addStream({ bytes, entries }: Packed): Reference {
    const reference = this.reserve()
    this.offsets[reference.id - 1] = this.length
    this.append(`${reference.id} 0 obj\n${write({ ...entries, Length: bytes.length })}\nstream\n`)
    this.append(bytes)
    this.append('\nendstream\nendobj\n')
    return reference
  }

  /**
   * Writes the metadata, the catalog and the object table.
   * @returns the whole file
   */
  finish(catalog: { [key: string]: Value | undefined }, facts: Facts): Buffer {
    const { title, author, createdAt } = facts
    const metadata = this.addStream({
      bytes: Buffer.from(describe(facts)),
      entries: { Type: name('Metadata'), Subtype: name('XML') },
    })
    const root = this.add({ Type: name('Catalog'), ...catalog, Metadata: metadata })
    const info = this.add({
      Title: title,
      Author: author,
      Creator: producer,
      Producer: producer,
      CreationDate: createdAt,
    })
    const id = createHash('sha256').update(JSON.stringify(facts)).digest().subarray(0, 16)
    const start = this.length
    const size = this.offsets.length + 1
    const places = this.offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    this.append(`xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`)
    this.append(`trailer\n${write({ Size: size, Root: root, Info: info, ID: [id, id] })}\n`)
    this.append(`startxref\n${start}\n%%EOF\n`)
    return this.bytes()
  }

  private bytes(): Buffer {
    const whole = Buffer.allocUnsafe(this.length)
    let at = 0
    for (const part of this.parts)
      at += typeof part === 'string' ? whole.write(part, at, 'latin1') : part.copy(whole, at)
    return whole
  }
}

const escaped = (text: string): string =>
  text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[^\P{Cc}\t]/gu, ' ')

/** The metadata as XMP (ISO 16684-1), where archives and screen readers look for it. */
const describe = ({
  title,
  author,
  createdAt,
}: Facts): string => `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>
<xmp:CreateDate>${createdAt.toISOString().replace(/\.\d+Z/, 'Z')}</xmp:CreateDate>
<xmp:CreatorTool>${producer}</xmp:CreatorTool>
<pdf:Producer>${producer}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
