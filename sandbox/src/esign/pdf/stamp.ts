import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFDocument, PDFFont, PDFRef } from '@cantoo/pdf-lib'
import * as fontkit from 'fontkit'

/** Size of the visible stamp in points, equal to the box that agreements reserve for it. */
export const STAMP = { width: 200, height: 70 } as const

const LEFT = 14
const ROOM = STAMP.width - LEFT - 10
const FONTS = path.join(
  path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json'))),
  'standard_fonts',
)
const plainFont = readFileSync(path.join(FONTS, 'LiberationSans-Regular.ttf'))
const boldFont = readFileSync(path.join(FONTS, 'LiberationSans-Bold.ttf'))
const known = new Set((fontkit.create(plainFont) as fontkit.Font).characterSet)

export type StampFacts = { name: string; at: Date; serial: string }

/** The stamp's drawing commands in a box of STAMP's size, and the fonts that they use, embedded in the document. */
export type Stamp = { commands: string; fonts: Record<'F1' | 'F2', PDFRef> }

/** Draws the stamp without a background: a stamp must not hide what was signed. */
export async function drawStamp(document: PDFDocument, facts: StampFacts): Promise<Stamp> {
  document.registerFontkit(fontkit)
  const plain = await document.embedFont(plainFont, { subset: true })
  const bold = await document.embedFont(boldFont, { subset: true })
  const line = (name: 'F1' | 'F2', most: number, y: number, colour: string, wanted: string): string => {
    const font = name === 'F1' ? plain : bold
    const text = drawable(wanted)
    const size = Math.max(SMALLEST, Math.min(most, (most * ROOM) / font.widthOfTextAtSize(text, most)))
    const shown = font.encodeText(fit(text, font, size)).toString()
    return `BT ${colour} rg /${name} ${size.toFixed(2)} Tf ${LEFT} ${y} Td ${shown} Tj ET`
  }
  const commands = [
    'q',
    '0.043 0.431 0.329 RG 0.75 w',
    `0.375 0.375 ${STAMP.width - 0.75} ${STAMP.height - 0.75} re S`,
    `0.043 0.431 0.329 rg 0.375 0.375 4 ${STAMP.height - 0.75} re f`,
    line('F1', 7.5, 54, '0.333 0.396 0.373', 'Ditandatangani secara elektronik oleh'),
    line('F2', 11, 39, '0.063 0.114 0.094', facts.name),
    line('F1', 7.5, 24.5, '0.333 0.396 0.373', stampTime(facts.at)),
    line('F1', 7, 11.5, '0.333 0.396 0.373', `No. sertifikat ${facts.serial}`),
    'Q',
  ].join('\n')
  return { commands, fonts: { F1: plain.ref, F2: bold.ref } }
}

const SMALLEST = 6

/** The time of signing as the stamp shows it: "21 November 2026 pukul 17.20.05 WIB". */
export function stampTime(at: Date): string {
  const day = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(at)
  const time = new Intl.DateTimeFormat('id-ID', { timeStyle: 'medium', timeZone: 'Asia/Jakarta' }).format(at)
  return `${day} pukul ${time} WIB`
}

/**
 * Makes a text drawable: a letter that the font lacks loses its accents or becomes a question mark; control characters
 * become spaces.
 */
export function drawable(text: string): string {
  return Array.from(text.normalize('NFC'), (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return ' '
    if (known.has(code)) return character
    const bare = character.normalize('NFD').charAt(0)
    return known.has(bare.codePointAt(0) ?? 0) ? bare : '?'
  }).join('')
}

/** The longest prefix of a text that fits, with an ellipsis when it was cut. */
function fit(text: string, font: PDFFont, size: number): string {
  const fits = (piece: string) => font.widthOfTextAtSize(piece, size) <= ROOM + 0.01
  if (fits(text)) return text
  const characters = Array.from(text)
  while (characters.length > 1 && !fits(`${characters.join('').trimEnd()}…`)) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
