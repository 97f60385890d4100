import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { toWinAnsi } from './win-ansi.ts'

/** Size of the visible stamp, in points. */
export const STAMP = { width: 216, height: 68 } as const

const LEFT = 14
const ROOM = STAMP.width - LEFT - 10
const rulers = PDFDocument.create().then((scratch) => ({
  plain: scratch.embedStandardFont(StandardFonts.Helvetica),
  bold: scratch.embedStandardFont(StandardFonts.HelveticaBold),
}))

/** What the stamp tells. */
export type StampFacts = { name: string; at: Date; serial: string }

/**
 * Drawing commands of the stamp in a box of STAMP's size, for fonts named /F1 (Helvetica) and /F2 (bold).
 * It paints no background: a stamp must not hide what was signed.
 */
export async function drawStamp(facts: StampFacts): Promise<string> {
  const { plain, bold } = await rulers
  const measure = (font: typeof plain, text: string, size: number) =>
    font.widthOfTextAtSize(
      Buffer.from(toWinAnsi(text))
        .toString('latin1')
        .replace(/[\x80-\x9f]/g, 'n'),
      size,
    )
  const name = fit(facts.name, (text) => measure(bold, text, 11) <= ROOM)
  const serial = `No. sertifikat ${facts.serial}`
  const serialSize = Math.min(7, (7 * ROOM) / measure(plain, serial, 7))
  const line = (font: string, size: number, y: number, colour: string, text: string) =>
    `BT ${colour} rg /${font} ${size.toFixed(2)} Tf ${LEFT} ${y} Td <${Buffer.from(toWinAnsi(text)).toString('hex')}> Tj ET`
  return [
    'q',
    '0.043 0.431 0.329 RG 0.75 w',
    `0.375 0.375 ${STAMP.width - 0.75} ${STAMP.height - 0.75} re S`,
    `0.043 0.431 0.329 rg 0.375 0.375 4 ${STAMP.height - 0.75} re f`,
    line('F1', 7.5, 52.5, '0.333 0.396 0.373', 'Ditandatangani secara elektronik oleh'),
    line('F2', 11, 38, '0.063 0.114 0.094', name),
    line('F1', 7.5, 23.5, '0.333 0.396 0.373', stampTime(facts.at)),
    line('F1', serialSize, 11, '0.333 0.396 0.373', serial),
    'Q',
  ].join('\n')
}

/** "21 November 2026 pukul 17.20.05 WIB" */
export function stampTime(at: Date): string {
  const day = new Intl.DateTimeFormat('id-ID', { dateStyle: 'long', timeZone: 'Asia/Jakarta' }).format(at)
  const time = new Intl.DateTimeFormat('id-ID', { timeStyle: 'medium', timeZone: 'Asia/Jakarta' }).format(at)
  return `${day} pukul ${time} WIB`
}

/** The longest beginning of a text that fits, with an ellipsis when something was cut. */
function fit(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const characters = Array.from(text)
  while (characters.length > 1 && !fits(`${characters.join('').trimEnd()}…`)) characters.pop()
  return `${characters.join('').trimEnd()}…`
}
