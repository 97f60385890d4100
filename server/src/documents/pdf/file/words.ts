import type { Font } from 'fontkit'
import { Recent } from './recent.ts'

/** A laid-out word or line in one font; lengths in thousandths of the font size. */
export type Word = {
  width: number
  /** The text at each height above the baseline, in the syntax of the TJ operator (ISO 32000-1, 9.4.3). */
  pieces: { rise: number; shown: string }[]
  /** The glyphs beyond the common ones. */
  extras: readonly number[]
}

/**
 * Splits a text. Digits are separate, because our fonts do not kern them: a figure is then laid out from ten cached
 * digits.
 */
const apart = /[0-9]|[^0-9 ]+ ?| /g
const whole = /[^ ]+ ?| /g
/** Characters that affect their neighbours: combining marks, and the slash of fractions. */
const reaching = /[\p{M}\u2044\u2215]/u

/**
 * Lays out text in a font. Contracts repeat their words and layout takes most of the time of a page, so words and lines
 * are cached.
 */
export class Words {
  private readonly font: Font
  private readonly common: ReadonlySet<number>
  private readonly words = new Recent<Word>(4000)
  private readonly lines = new Recent<Word>(4000)

  /** @param common the glyphs that every document embeds */
  constructor(font: Font, common: ReadonlySet<number>) {
    this.font = font
    this.common = common
  }

  /** Lays out a word or a line of words. */
  of(text: string): Word {
    return this.lines.get(text, () => {
      const parts = text.match(reaching.test(text) ? whole : apart) ?? []
      return joined(parts.map((part) => this.words.get(part, () => this.set(part))))
    })
  }

  private set(text: string): Word {
    const { glyphs, positions } = this.font.layout(text)
    const scale = 1000 / this.font.unitsPerEm
    const parts = glyphs.map(({ id, advanceWidth }, index): Word => {
      const position = positions[index]
      if (!position) throw new Error('a glyph has no position')
      const { xAdvance, xOffset, yOffset } = position
      const shown =
        moved(-xOffset * scale) +
        id.toString(16).padStart(4, '0') +
        moved((advanceWidth + xOffset - xAdvance) * scale)
      return {
        width: xAdvance * scale,
        pieces: [{ rise: yOffset * scale, shown }],
        extras: this.common.has(id) ? [] : [id],
      }
    })
    return joined(parts)
  }
}

/** Joins several laid-out parts into one. */
function joined(parts: readonly Word[]): Word {
  const pieces: { rise: number; shown: string[] }[] = []
  for (const { rise, shown } of parts.flatMap((part) => part.pieces)) {
    const last = pieces.at(-1)
    if (last?.rise === rise) last.shown.push(shown)
    else pieces.push({ rise, shown: [shown] })
  }
  return {
    width: parts.reduce((sum, { width }) => sum + width, 0),
    // `join` gives a string that is contiguous in memory, which is copied faster than one built with +=.
    pieces: pieces.map(({ rise, shown }) => ({ rise, shown: shown.join('') })),
    extras: parts.flatMap(({ extras }) => extras),
  }
}

/** A kerning adjustment in a TJ array: moves the following text to the left by thousandths of the font size. */
const moved = (back: number): string => (Math.round(back) === 0 ? '' : `> ${Math.round(back)} <`)
