import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as fontkit from 'fontkit'
import { glyphsOf, type GlyphSet } from './glyph-set.ts'
import { Words } from './words.ts'

const packages = createRequire(import.meta.url)

/** The characters beyond ASCII in our documents, including the lozenge that replaces characters a font lacks. */
const punctuation = '“”‘’–—·…◊'
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index))
const letters = ascii.filter((sign) => /[a-z]/.test(sign))
/** Letter pairs that the font draws as one glyph (ligatures). */
const joined = ['f', 't', 'ff'].flatMap((first) => letters.map((second) => first + second))

const mostSets = 32

/** A typeface, read from its file once and shared by all documents of the process. */
export class Face {
  readonly font: fontkit.Font
  readonly words: Words
  /** The glyphs of ASCII text. Every document embeds them, so that most documents share one font program. */
  private readonly common: ReadonlySet<number>
  private readonly sets = new Map<string, GlyphSet>()

  constructor(file: string) {
    this.font = openFont(file)
    settleGlyphs(this.font)
    const runs = [...ascii, ...Array.from(punctuation), ...joined].map((text) => this.font.layout(text))
    this.common = new Set(runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)))
    this.words = new Words(this.font, this.common)
  }

  /**
   * The font data that a document embeds.
   * @param extras the glyphs beyond the common ones, in any order
   */
  glyphs(extras: ReadonlySet<number>): GlyphSet {
    const ids = [...extras].toSorted((one, other) => one - other)
    const key = ids.join(' ')
    let made = this.sets.get(key)
    if (!made) {
      // Clearing also drops the set with only common glyphs; it is rebuilt when needed.
      if (this.sets.size >= mostSets) this.sets.clear()
      made = glyphsOf(this.font, new Set([...this.common, ...ids]))
      this.sets.set(key, made)
    }
    return made
  }
}

export function openFont(file: string): fontkit.Font {
  // Loaded here, because most processes and commands draw nothing.
  const { create } = packages('fontkit') as typeof fontkit
  return create(readFileSync(file)) as fontkit.Font
}

/**
 * Assigns characters to every glyph in a fixed order. fontkit remembers for each glyph the first characters that used
 * it; without this, the text of one document would change the copied text, and so the bytes, of a later one.
 */
function settleGlyphs(font: fontkit.Font): void {
  for (const text of joined) font.layout(text)
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  for (let glyph = 0; glyph < font.numGlyphs; glyph++) font.getGlyph(glyph, [])
}
