import { createHash } from 'node:crypto'
import type { Font } from 'fontkit'
import { name, type Reference, type Value, type Written } from './objects.ts'
import { pack, type Packed, type PdfFile } from './pdf-file.ts'

/** The part of a typeface that a document embeds: compressed streams, and the entries of its three dictionaries. */
export type GlyphSet = {
  fontName: Written
  program: Packed
  /**
   * Maps the glyph numbers in the text, which are those of the whole typeface, to those of the embedded font program.
   */
  places: Packed
  /** Maps the glyph numbers in the text to characters, for copying and screen readers. */
  characters: Packed
  widths: Value[]
  descriptor: { [key: string]: Value }
}

/**
 * Builds the embedded part of a font. Text uses the glyph numbers of the whole font, so that a word is written the same
 * way in every document.
 */
export function glyphsOf(font: Font, glyphs: ReadonlySet<number>): GlyphSet {
  const ids = [...new Set([0, ...glyphs])].toSorted((one, other) => one - other)
  const scale = 1000 / font.unitsPerEm
  const subset = font.createSubset()
  for (const id of ids) subset.includeGlyph(font.getGlyph(id))
  const program = Buffer.from(subset.encode())
  const places = Buffer.alloc(2 * ((ids.at(-1) ?? 0) + 1))
  ids.forEach((id, place) => places.writeUInt16BE(place, 2 * id))
  const { minX, minY, maxX, maxY } = font.bbox
  return {
    fontName: name(`${tagOf(font, ids)}+${font.postscriptName}`),
    program: pack(program, 9, { Length1: program.length }),
    places: pack(places, 9),
    characters: pack(Buffer.from(charactersOf(font, ids)), 9),
    widths: widthsOf(font, ids),
    descriptor: {
      // Symbolic: the text consists of glyph numbers instead of a standard encoding.
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map((value) => value * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: font.capHeight * scale,
      XHeight: font.xHeight * scale,
      StemV: 0,
    },
  }
}

/** Writes the objects of a composite font (ISO 32000-1, 9.7). */
export function embed(file: PdfFile, set: GlyphSet): Reference {
  const FontDescriptor = file.add({
    Type: name('FontDescriptor'),
    FontName: set.fontName,
    ...set.descriptor,
    FontFile2: file.addStream(set.program),
  })
  const descendant = file.add({
    Type: name('Font'),
    Subtype: name('CIDFontType2'),
    BaseFont: set.fontName,
    CIDSystemInfo: { Registry: 'Adobe', Ordering: 'Identity', Supplement: 0 },
    FontDescriptor,
    W: set.widths,
    CIDToGIDMap: file.addStream(set.places),
  })
  return file.add({
    Type: name('Font'),
    Subtype: name('Type0'),
    BaseFont: set.fontName,
    Encoding: name('Identity-H'),
    DescendantFonts: [descendant],
    ToUnicode: file.addStream(set.characters),
  })
}

/** The tag of an embedded font: six letters that differ between glyph sets (ISO 32000-1, 9.6.4). */
function tagOf({ postscriptName }: Font, ids: readonly number[]): string {
  const digest = createHash('sha256')
    .update(`${postscriptName} ${ids.join(' ')}`)
    .digest()
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join('')
}

/** The widths of glyphs, as runs of consecutive glyph numbers. */
function widthsOf(font: Font, ids: readonly number[]): Value[] {
  const runs: { first: number; widths: number[] }[] = []
  for (const id of ids) {
    const width = (font.getGlyph(id).advanceWidth * 1000) / font.unitsPerEm
    const run = runs.at(-1)
    if (run && run.first + run.widths.length === id) run.widths.push(width)
    else runs.push({ first: id, widths: [width] })
  }
  return runs.flatMap(({ first, widths }) => [first, widths])
}

const mostEntries = 100

/** The map from glyphs to characters (ToUnicode, ISO 32000-1, 9.10.3). */
function charactersOf(font: Font, ids: readonly number[]): string {
  const entries = ids.map((id) => `<${hex(id)}> <${inUtf16(font.getGlyph(id).codePoints)}>`)
  const blocks = Array.from({ length: Math.ceil(entries.length / mostEntries) }, (_, index) => {
    const block = entries.slice(index * mostEntries, (index + 1) * mostEntries)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

const hex = (code: number): string => code.toString(16).padStart(4, '0')

const inUtf16 = (codePoints: readonly number[]): string => {
  const text = String.fromCodePoint(...codePoints)
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')
}
