import { drawFacts } from './body.ts'
import type { AgreementContent, Party } from './content.ts'
import type { Sheet } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

/**
 * Where the e-signature provider stamps the lender's signature: its lower-left corner and size in points, counted
 * from the bottom left of an A4 page as PDF does. The box drawn around it keeps `inset` clear on every side.
 */
export const stamp = { x: 130, y: 468, width: 200, height: 70, inset: 10 }

const pageHeight = 841.89
const box = {
  x: stamp.x - stamp.inset,
  top: pageHeight - stamp.y - stamp.height - stamp.inset,
  width: stamp.width + 2 * stamp.inset,
  height: stamp.height + 2 * stamp.inset,
}
const detailColumn = box.x + box.width + 20
const secondTop = box.top + 172

/** Lines that fit a narrow column; what is longer is said in full on the first page. */
function clipped(sheet: Sheet, text: string, style: Style, most: number): string[] {
  const lines = sheet.lines(text, style, grid.right - detailColumn)
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${lines[most - 1]?.slice(0, -2)}…`]
}

function signatory(sheet: Sheet, { role, name, facts }: Party, top: number, note: string): void {
  sheet.aside(() =>
    sheet.doc
      .roundedRect(box.x, top, box.width, box.height, 4)
      .lineWidth(0.75)
      .strokeColor(colours.line)
      .stroke(),
  )
  sheet.y = top - 19
  sheet.tag('P', () => sheet.put(role, styles.role, box.x, sheet.y))
  sheet.y = top - 3
  sheet.tag('P', () => {
    sheet.flow(clipped(sheet, name, styles.strong, 3), styles.strong, detailColumn)
    for (const { label, value } of facts) {
      sheet.y += 4
      sheet.flow(clipped(sheet, label, styles.small, 1), styles.small, detailColumn)
      sheet.flow(clipped(sheet, value, styles.cell, 2), styles.cell, detailColumn)
    }
  })
  sheet.y = top + box.height + 5
  sheet.tag('P', () => sheet.put(note, styles.small, box.x, sheet.y))
}

/**
 * Draws the page for the signatures, always a page of its own, with an empty box exactly where the stamp falls. A copy
 * says there that it is one, and has no box.
 * @returns its number, counted from 1
 */
export function drawSignaturePage(sheet: Sheet, content: AgreementContent): number {
  const [lender, other] = content.signatories
  sheet.addPage()
  const { copyNote } = content
  const heading = copyNote === null ? 'Tanda tangan' : 'Salinan dari arsip'
  sheet.tag('H1', () => sheet.flow([heading], styles.title, grid.text))
  sheet.y += 6
  const subject = `${content.title} Nomor ${content.number}, ${content.dateLine}`
  sheet.tag('P', () => {
    const lines = sheet.lines(subject, styles.label, grid.right - grid.text)
    sheet.flow(lines.slice(0, 3), styles.label, grid.text)
  })
  sheet.y += 14
  const lead =
    copyNote ??
    'Dengan menandatangani halaman ini secara elektronik, Para Pihak menyatakan telah membaca, memahami, dan ' +
      'menyetujui seluruh isi Perjanjian beserta Lampirannya.'
  sheet.tag('P', () =>
    sheet.flow(sheet.lines(lead, styles.body, grid.right - grid.text), styles.body, grid.text),
  )
  sheet.y += 12
  drawFacts(sheet, content.essence)
  if (copyNote !== null) return sheet.pages
  signatory(sheet, lender, box.top, 'Tanda tangan elektronik bersertifikat Pemberi Dana')
  const byRecord = content.kind === 'pp'
  signatory(
    sheet,
    other,
    secondTop,
    byRecord
      ? 'Persetujuan elektronik tercatat di Sistem Penyelenggara'
      : 'Untuk dan atas nama Penyelenggara',
  )
  return sheet.pages
}
