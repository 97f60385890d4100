import type { Font } from 'fontkit'
import { Recent } from './recent.ts'

/** A word, or a line of them, as a face sets it, in thousandths of the size. */
export type Word = {
  width: number
  /** What the word paints at each height above the line, as the inside of strings of a TJ operator (ISO 32000-1, 9.4.3). */
  pieces: { rise: number; shown: string }[]
  /** The glyphs beside those that every document has. */
  extras: readonly number[]
}

/** A digit is a part of its own, because no face of ours moves or joins it with its neighbours: figures are in every document. */
const apart = /[0-9]|[^0-9 ]+ ?| /g
const whole = /[^ ]+ ?| /g
/** A mark stands on the sign before it, and a slash of fractions changes the digits around it. */
const reaching = /[\p{M}\u2044\u2215]/u

/**
 * Sets text in a face. Contracts repeat their words, and setting them is most of the work of a page, so words and lines are
 * kept.
 */
export class Words {
  private readonly font: Font
  private readonly common: ReadonlySet<number>
  private readonly words = new Recent<Word>(4000)
  private readonly lines = new Recent<Word>(4000)

  /** @param common the glyphs that every document has */
  constructor(font: Font, common: ReadonlySet<number>) {
    this.font = font
    this.common = common
  }

  /** Sets a word or a line of words. */
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

/** One word of several parts. */
function joined(parts: readonly Word[]): Word {
  const pieces: { rise: number; shown: string[] }[] = []
  for (const { rise, shown } of parts.flatMap((part) => part.pieces)) {
    const last = pieces.at(-1)
    if (last?.rise === rise) last.shown.push(shown)
    else pieces.push({ rise, shown: [shown] })
  }
  return {
    width: parts.reduce((sum, { width }) => sum + width, 0),
    // A string that is joined from a list is in one piece in memory, and is copied faster than one made by +=.
    pieces: pieces.map(({ rise, shown }) => ({ rise, shown: shown.join('') })),
    extras: parts.flatMap(({ extras }) => extras),
  }
}

/** A number between two strings moves what follows to the left, in thousandths of the size. */
const moved = (back: number): string => (Math.round(back) === 0 ? '' : `> ${Math.round(back)} <`)
