import {
  PDFDict,
  type PDFContext,
  PDFName,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'
import { SignatureFault } from '../signature/signed-data.ts'

export type UpdatedObject = { object: PDFObject; start: number; end: number }

/** The objects of one incremental update (ISO 32000-1, 7.5.6), by their references. */
export type Update = Map<PDFRef, UpdatedObject>

/** How many bytes are read to find a keyword of the update's structure; every keyword is shorter. */
const nearby = 64

/**
 * Reads the bytes after a document as exactly one incremental update: each byte belongs to an object in its
 * cross-reference table, to that table, to the trailer, or to the white space between them. So no PDF reader can find
 * objects that were not checked here.
 * @param context of the shown document
 * @throws SignatureFault
 */
export function readUpdate(shown: Buffer, returned: Buffer, context: PDFContext): Update {
  const before = startOf(shown)
  const table = startOf(returned)
  if (table < shown.length) throw new SignatureFault('it ends with no update of its own')
  const { entries, end } = readTable(returned, table)
  readTrailer(returned, end, { context, before })
  const update: Update = new Map()
  let at = shown.length
  for (const { number, generation, offset } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < at || !isSpace(returned.subarray(at, offset)))
      throw new SignatureFault('there is something between the objects of the update')
    const object = readObject(returned, { number, generation, offset }, context)
    const ref = PDFRef.of(number, generation)
    if (update.has(ref)) throw new SignatureFault(`the update names object ${number} twice`)
    update.set(ref, object)
    at = object.end
  }
  if (!isSpace(returned.subarray(at, table)))
    throw new SignatureFault('there is something before the table of the update')
  return update
}

const isSpace = (bytes: Buffer): boolean => /^[\0\t\n\f\r ]*$/.test(bytes.toString('latin1'))

/** The offset of the newest cross-reference table of a file, from its last lines. */
function startOf(file: Buffer): number {
  const [, offset] =
    /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(file.subarray(-nearby).toString('latin1')) ?? []
  if (offset === undefined) throw new SignatureFault('it is cut off, or something stands behind its end')
  return Number(offset)
}

type Entry = { number: number; generation: number; offset: number }

function readTable(file: Buffer, at: number): { entries: Entry[]; end: number } {
  const text = file.subarray(at).toString('latin1')
  const head = /^xref[ \r\n]+/.exec(text)
  if (!head)
    throw new SignatureFault('its update does not go on with the kind of cross-reference that was shown')
  const entries: Entry[] = []
  let place = head[0].length
  for (let section = sectionAt(text, place); section; section = sectionAt(text, place)) {
    place += section.length
    for (let index = 0; index < section.count; index++, place += 20) {
      const [, offset, generation, use] =
        /^(\d{10}) (\d{5}) ([nf])[ \r\n]{2}/.exec(text.slice(place, place + 20)) ?? []
      const number = section.first + index
      if (use === undefined) throw new SignatureFault('the table of its update cannot be read')
      if (use === 'n') entries.push({ number, generation: Number(generation), offset: Number(offset) })
      else if (number !== 0) throw new SignatureFault(`its update takes object ${number} away`)
    }
  }
  return { entries, end: at + place }
}

function sectionAt(text: string, at: number): { first: number; count: number; length: number } | undefined {
  const [all, first, count] = /^(\d{1,7}) (\d{1,6})[ \r\n]+/.exec(text.slice(at, at + nearby)) ?? []
  return all === undefined ? undefined : { first: Number(first), count: Number(count), length: all.length }
}

function readObject(file: Buffer, { number, generation, offset }: Entry, context: PDFContext): UpdatedObject {
  const head = /^(\d+) (\d+) obj(?=[\s<[/(\d])/.exec(
    file.subarray(offset, offset + nearby).toString('latin1'),
  )
  if (!head || Number(head[1]) !== number || Number(head[2]) !== generation)
    throw new SignatureFault(`object ${number} is not where the table of the update says`)
  const start = offset + head[0].length
  const { object, length } = parse(file.subarray(start), context)
  const [tail] =
    /^\s*endobj(?=\s)/.exec(file.subarray(start + length, start + length + nearby).toString('latin1')) ?? []
  if (tail === undefined) throw new SignatureFault(`object ${number} of the update does not end`)
  return { object, start, end: start + length + tail.length }
}

function parse(bytes: Buffer, context: PDFContext): { object: PDFObject; length: number } {
  const parser = PDFObjectParser.forBytes(bytes, context)
  let object: PDFObject
  try {
    object = parser.parseObject()
  } catch (error) {
    throw new SignatureFault('an object of the update cannot be read', { cause: error })
  }
  // The parser's position, which its TypeScript declarations omit.
  const length = (parser as unknown as { bytes: { offset(): number } }).bytes.offset()
  const head = object instanceof PDFRawStream ? bytes.indexOf('stream', 0, 'latin1') : length
  const parsed = object instanceof PDFRawStream ? object.dict : object
  // A key that occurs twice is refused, because PDF readers differ on which entry they use.
  if (pieces(bytes.subarray(0, head).toString('latin1')) !== pieces(parsed.toString()))
    throw new SignatureFault('an object of the update says something twice')
  return { object, length }
}

/** Returns the number of PDF names in the text of an object, outside of its strings, plus one. */
const pieces = (text: string): number =>
  text.replace(/\((?:\\[\s\S]|[^\\()])*(\))?/g, (run, end) => (end ? '' : run)).split('/').length

const ofTrailer = new Set(['Size', 'Root', 'Prev', 'Info', 'ID'])

function readTrailer(
  file: Buffer,
  at: number,
  { context, before }: { context: PDFContext; before: number },
): void {
  const [head] = /^\s*trailer\s*/.exec(file.subarray(at, at + nearby).toString('latin1')) ?? []
  if (head === undefined) throw new SignatureFault('its update has no trailer')
  const start = at + head.length
  const { object: trailer, length } = parse(file.subarray(start), context)
  if (!(trailer instanceof PDFDict)) throw new SignatureFault('the trailer of its update is none')
  if (!/^\s*startxref\s+\d+\s+%%EOF\s*$/.test(file.subarray(start + length).toString('latin1')))
    throw new SignatureFault('there is something behind the trailer of its update')
  const { Root, Info } = context.trailerInfo
  const strange = trailer.keys().find((key) => !ofTrailer.has(key.decodeText()))
  if (strange) throw new SignatureFault(`the trailer of its update has ${strange.toString()}`)
  const value = (key: string) => trailer.get(PDFName.of(key))?.toString()
  if (value('Prev') !== String(before)) throw new SignatureFault('its update does not follow what was shown')
  if (value('Root') !== Root?.toString()) throw new SignatureFault('its update has another catalog')
  if (value('Info') !== undefined && value('Info') !== Info?.toString())
    throw new SignatureFault('its update has another description of the document')
}
