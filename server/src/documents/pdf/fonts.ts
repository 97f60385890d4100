import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** The typefaces of our documents: serif for running text, sans for labels, figures, headers and footers. */
export type Face = 'serif' | 'serifBold' | 'sans' | 'sansBold'

const packages = createRequire(import.meta.url)

const files: Record<Face, string> = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifBold: '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
}

/** Drawn in place of a character that the faces lack. The hashed text keeps the character itself. */
const substitute = '◊'

/**
 * Assigns characters to every glyph in a fixed order. fontkit remembers for each glyph the first characters that used
 * it; without this, the text of an earlier document would change the copied text, and so the bytes, of a later one.
 */
function settleGlyphs(font: Font): void {
  for (const first of ['f', 't', 'ff']) {
    for (let code = 'a'.charCodeAt(0); code <= 'z'.charCodeAt(0); code++) {
      font.layout(first + String.fromCharCode(code))
    }
  }
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  for (let glyph = 0; glyph < font.numGlyphs; glyph++) font.getGlyph(glyph, [])
}

const mostWords = 5000

/**
 * Caches the layout of words. Contracts repeat their words, and shaping is most of the work of a page; the library
 * discards it with each document. The cache is cleared when names and figures have filled it.
 */
function rememberWords(font: Font): void {
  const layout = font.layout.bind(font)
  const known = new Map<string, ReturnType<typeof layout>>()
  font.layout = (text, features, ...rest) => {
    if (features) return layout(text, features, ...rest)
    let run = known.get(text)
    if (!run) {
      if (known.size >= mostWords) known.clear()
      run = layout(text)
      known.set(text, run)
    }
    // The library modifies the positions it gets, so each caller gets a copy.
    const positions = run.positions.map((position) => ({ ...position }))
    return { ...run, advanceWidth: run.advanceWidth, positions }
  }
}

function load(face: Face): Font {
  const font = create(readFileSync(packages.resolve(files[face]))) as Font
  settleGlyphs(font)
  rememberWords(font)
  return font
}

let loaded: Record<Face, Font> | undefined

/** The four faces, read from disk once per process. */
export function faces(): Record<Face, Font> {
  loaded ??= {
    serif: load('serif'),
    serifBold: load('serifBold'),
    sans: load('sans'),
    sansBold: load('sansBold'),
  }
  return loaded
}

/** The font file of a face, for a library that embeds fonts itself. */
export const fontFile = (face: Face): Buffer => readFileSync(packages.resolve(files[face]))

/** Splits a text into the characters that a reader perceives. */
export const graphemes = new Intl.Segmenter('id', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

/** Replaces each character that the face lacks by a lozenge, so that no name makes a document fail. */
export function drawable(text: string, face: Face): string {
  if (plain.test(text)) return text
  const font = faces()[face]
  const known = (sign: string) =>
    Array.from(sign).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return Array.from(graphemes.segment(text), ({ segment }) => (known(segment) ? segment : substitute)).join(
    '',
  )
}
