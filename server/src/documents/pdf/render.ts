import { agreementText } from './agreement-text.ts'
import { drawBody } from './body.ts'
import { cleanAll } from './clean-text.ts'
import { type AgreementContent, textHash } from './content.ts'
import { drawSchedule } from './schedule-pages.ts'
import { Sheet } from './sheet.ts'
import { drawSignaturePage } from './signature-page.ts'
import type { AgreementKind, AgreementSnapshot } from './snapshot.ts'
import { colours, grid, styles } from './typography.ts'

export interface RenderedAgreement {
  bytes: Buffer
  pages: number
  /** the page with the box for the lender's signature, counted from 1 */
  signaturePage: number
  /** SHA-256 of the text, as printed at the foot of every page */
  textHash: string
}

/** Number, fingerprint and page count at the foot of every page; they can be drawn only when all pages exist. */
function drawFeet(sheet: Sheet, content: AgreementContent, hash: string): void {
  const { doc, pages } = sheet
  const [number = ''] = sheet.lines(`Nomor ${content.number}`, styles.small, 330)
  for (let page = 0; page < pages; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.moveTo(grid.margin, grid.footer - 8).lineTo(grid.right, grid.footer - 8)
    doc.lineWidth(0.5).strokeColor(colours.line).stroke()
    sheet.put(number, styles.small, grid.margin, grid.footer)
    sheet.put(`Halaman ${page + 1}/${pages}`, styles.small, grid.right, grid.footer, 'right')
    sheet.put(`Sidik jari teks: ${hash}`, styles.small, grid.margin, grid.footer + styles.small.pitch)
    doc.endMarkedContent()
  }
}

/**
 * Makes the PDF of one of the two agreements: text, signature page, schedule. The same snapshot gives the same
 * bytes; the creation date is the snapshot's, and nothing else of the day enters the file.
 * @throws RangeError when a date or an amount of the snapshot is out of range
 */
export function renderAgreement(kind: AgreementKind, snapshot: AgreementSnapshot): RenderedAgreement {
  const content = agreementText(kind, snapshot)
  const operator = cleanAll(snapshot.operator)
  const hash = textHash(content)
  const sheet = new Sheet({
    title: `${content.title} ${content.number}`,
    author: operator.name,
    createdAt: new Date(snapshot.preparedAt),
  })
  drawBody(sheet, content, operator)
  const signaturePage = drawSignaturePage(sheet, content)
  drawSchedule(sheet, content.schedule)
  drawFeet(sheet, content, hash)
  const { pages } = sheet
  return { bytes: sheet.finish(), pages, signaturePage, textHash: hash }
}
