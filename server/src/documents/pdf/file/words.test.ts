import type { Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { type FaceName, faces } from '../fonts.ts'
import { Recent } from './recent.ts'
import { Words } from './words.ts'

const names: FaceName[] = ['serif', 'serifBold', 'sans', 'sansBold']

/** The layout by the font library itself: each glyph, and the distance it moves the following text. */
function layoutOf(font: Font, text: string): string {
  const { glyphs, positions } = font.layout(text)
  return glyphs
    .map(({ id }, index) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      return `${id}:${xAdvance},${xOffset},${yOffset}`
    })
    .join(' ')
}

/** The same glyphs and distances, parsed from what is written into a file. */
function readBack({ pieces }: ReturnType<Words['of']>): { id: number; back: number }[] {
  return pieces
    .flatMap(({ shown }) => [...shown.matchAll(/([0-9a-f]{4})(?:> (-?\d+) <)?/g)])
    .map(([, id = '', back = '0']) => ({ id: Number.parseInt(id, 16), back: Number(back) }))
}

describe.each(names)('the face %s', (name) => {
  const { font } = faces()[name]

  test('a digit in a PDF has the same glyph and width whatever character is next to it', () => {
    const signs = font.characterSet
      .map((code) => String.fromCodePoint(code))
      .filter((sign) => !/[\p{M}\p{C}\u2044\u2215]/u.test(sign))
    const moved = signs.flatMap((sign) =>
      [`${sign}7`, `7${sign}`, `7${sign}4`].filter((text) => {
        const apart = Array.from(text, (one) => layoutOf(font, one)).join(' ')
        return layoutOf(font, text) !== apart && sign.trim() !== ''
      }),
    )
    expect(signs.length).toBeGreaterThan(500)
    expect(moved).toEqual([])
    const digits = Array.from('0123456789')
    for (const first of digits)
      for (const second of digits)
        expect(layoutOf(font, first + second)).toBe(`${layoutOf(font, first)} ${layoutOf(font, second)}`)
  })

  test('words in a PDF are laid out as the font specifies, with kerning and ligatures', () => {
    const line = 'Tarif efektif Rp10.900.000 pada 21 November 2026, VA 88-0007 (AV), fi ffi'
    const runs = line.split(/(?<= )/).map((word) => font.layout(word))
    const expected = runs.flatMap(({ glyphs, positions }) =>
      glyphs.map(({ id, advanceWidth }, index) => ({
        id,
        back: advanceWidth - (positions[index]?.xAdvance ?? 0),
      })),
    )
    const written = new Words(font, new Set()).of(line)
    expect(readBack(written)).toEqual(expected)
    expect(written.width).toBe(runs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0))
    expect(readBack(written).some(({ back }) => back !== 0)).toBe(true)
  })

  test('a combining mark in a PDF is placed over the character before it, also over a digit', () => {
    const marked = new Words(font, new Set()).of('7\u0323\u0301')
    expect(marked.width).toBe(font.layout('7\u0323\u0301').advanceWidth)
    expect(marked.pieces.map(({ rise }) => rise)).toEqual([
      ...new Set(font.layout('7\u0323\u0301').positions.map(({ yOffset }) => yOffset)),
    ])
  })
})

test('the cache keeps recently used values when it is full, and computes dropped ones again', () => {
  const made: string[] = []
  const recent = new Recent<string>(4)
  const ask = (text: string) =>
    recent.get(text, () => {
      made.push(text)
      return text.toUpperCase()
    })
  for (const text of ['a', 'b', 'c', 'a', 'd', 'e', 'a', 'f', 'g', 'a'])
    expect(ask(text)).toBe(text.toUpperCase())
  expect(made.filter((text) => text === 'a')).toHaveLength(1)
  ask('b')
  expect(made.filter((text) => text === 'b')).toHaveLength(2)
})
