import type { Config } from '../../platform/settings/config.ts'
import type { ReadCell } from '../../platform/csv/values.ts'
import { graphemes, openedFonts } from './fonts.ts'

const plain = /^[\n -~]*$/
/** White space is printed as a space, and format characters are left out (`cleanText`). */
const isCleaned = (character: string): boolean => /[\s\p{Cf}]/u.test(character)

/** Whether each typeface of our documents has the character, since a name is printed in all of them. */
const hasGlyph = (character: string): boolean =>
  openedFonts().every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))

const isPrintable = (text: string): boolean =>
  Array.from(text).every((character) => isCleaned(character) || hasGlyph(character))

/**
 * Replaces what no document can print by its compatibility form (NFKC), e.g. full-width letters by usual ones; all else
 * stays as it is.
 * @returns the text, or the first character that cannot be printed
 */
function foldToPrintable(text: string): { text: string } | { lacking: string } {
  if (plain.test(text)) return { text }
  let folded = ''
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const form = Array.from(segment).every(hasGlyph) ? segment : segment.normalize('NFKC')
    const lacking = Array.from(form).find((character) => !isPrintable(character))
    if (lacking !== undefined) return { lacking }
    folded += form
  }
  return { text: folded.normalize('NFC') }
}

/**
 * The rule of a text that documents print: each character is in their typefaces, or its compatibility form is. Without
 * it an agreement would be signed with a party named "◊◊◊".
 */
export function printed(read: ReadCell<string>): ReadCell<string> {
  return (cell) => {
    const reading = read(cell)
    if (!reading.ok) return reading
    const folded = foldToPrintable(reading.value)
    if ('text' in folded) return folded.text === reading.value ? reading : read(folded.text)
    return { ok: false, reason: unprintable(folded.lacking) }
  }
}

function unprintable(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `mengandung U+${code}, yang tidak dapat dicetak di perjanjian: tulis dengan huruf Latin biasa`
}

/** @throws Error if a setting that agreements print holds a character that they cannot print */
export function checkPrintedSettings(config: Config): void {
  for (const setting of ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_LICENCE_LINE'] as const) {
    const folded = foldToPrintable(config[setting] ?? '')
    if ('lacking' in folded) throw new Error(`${setting} ${unprintable(folded.lacking)}`)
  }
}

/** A regular expression of PostgreSQL that matches a text with a character that no document can print. */
export function unprintablePattern(): string {
  const sets = openedFonts().map((font) => new Set(font.characterSet))
  const [first = new Set<number>(), ...others] = sets
  const known = new Set([...first].filter((code) => others.every((set) => set.has(code))))
  for (let code = 0x20; code < 0x10000; code += 1) if (isCleaned(String.fromCharCode(code))) known.add(code)
  const codes = [...known].filter((code) => code >= 0x20).toSorted((one, other) => one - other)
  const starts = codes.filter((code) => !known.has(code - 1) || code === 0x20)
  const ends = codes.filter((code) => !known.has(code + 1))
  const escaped = (code: number | undefined) => `\\U${(code ?? 0).toString(16).padStart(8, '0')}`
  return `[^${starts.map((start, place) => `${escaped(start)}-${escaped(ends[place])}`).join('')}]`
}
