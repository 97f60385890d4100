import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Face, openFont } from './file/face.ts'

/** The typefaces of our documents: serif for running text, sans for labels, figures, headers and footers. */
export type FaceName = 'serif' | 'serifBold' | 'sans' | 'sansBold'

const packages = createRequire(import.meta.url)

const files: Record<FaceName, string> = {
  serif: '@expo-google-fonts/source-serif-4/400Regular/SourceSerif4_400Regular.ttf',
  serifBold: '@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf',
  sans: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: '@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
}

/** Drawn in place of a character that the faces lack. The hashed text keeps the character itself. */
const substitute = '◊'

const load = (face: FaceName): Face => new Face(packages.resolve(files[face]))

let loaded: Record<FaceName, Face> | undefined

/** The four typefaces, read from disk once per process. */
export function faces(): Record<FaceName, Face> {
  loaded ??= {
    serif: load('serif'),
    serifBold: load('serifBold'),
    sans: load('sans'),
    sansBold: load('sansBold'),
  }
  return loaded
}

let opened: ReturnType<typeof openFont>[] | undefined

/**
 * The fonts of all typefaces, to ask which characters they have. They are only opened: what `faces` prepares for drawing
 * takes longer than the start of a process.
 */
export const openedFonts = (): ReturnType<typeof openFont>[] =>
  (opened ??= Object.values(files).map((file) => openFont(packages.resolve(file))))

/** The font file of a face, for a library that embeds fonts itself. */
export const fontFile = (face: FaceName): Buffer => readFileSync(packages.resolve(files[face]))

/** Splits a text into the characters that a reader perceives. */
export const graphemes = new Intl.Segmenter('id', { granularity: 'grapheme' })
const plain = /^[\x20-\x7e]*$/

/** Replaces each character that the face lacks by a lozenge, so that no name makes a document fail. */
export function drawable(text: string, face: FaceName): string {
  if (plain.test(text)) return text
  const { font } = faces()[face]
  const known = (sign: string) =>
    Array.from(sign).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  return Array.from(graphemes.segment(text), ({ segment }) => (known(segment) ? segment : substitute)).join(
    '',
  )
}
