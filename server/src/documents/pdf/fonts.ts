import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

/** The faces of our documents. Serif for what is read, sans for labels, figures and furniture. */
export type Face = 'serif' | 'serifBold' | 'sans' | 'sansBold'

const packages = createRequire(import.meta.url)

const files: Record<Face, string> = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifBold: '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
}

/** Stands for a character that the faces cannot draw. The text that is hashed keeps the character itself. */
const substitute = '◊'

/**
 * Gives every glyph the characters it stands for, in a fixed order. fontkit remembers for each glyph the first
 * characters that asked for it; without this, what an earlier document wrote would show in the copied text, and so
 * in the bytes, of a later one.
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
 * Remembers how words are laid out. Contracts repeat themselves, and shaping is most of the work of a page; the
 * library forgets it with each document. The memory is emptied when names and figures have filled it.
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
    // The library writes into the positions it is given, so each caller has its own.
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

/** The four faces, read from disk and settled once in the life of the process. */
export function faces(): Record<Face, Font> {
  loaded ??= {
    serif: load('serif'),
    serifBold: load('serifBold'),
    sans: load('sans'),
    sansBold: load('sansBold'),
  }
  return loaded
}

const graphemes = new Intl.Segmenter('id', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

/** The text with each sign that the face lacks replaced by a lozenge, so that no document fails over a name. */
export function drawable(text: string, face: Face): string {
  if (plain.test(text)) return text
  const font = faces()[face]
  const known = (sign: string) =>
    Array.from(sign).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return Array.from(graphemes.segment(text), ({ segment }) => (known(segment) ? segment : substitute)).join(
    '',
  )
}
