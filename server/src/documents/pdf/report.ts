import { formatDateTimeLong } from '@pematang/contract/format/index'
import { checkValidity, type OpenCertificate } from '../signature/certificate.ts'
import { drawFacts } from './body.ts'
import { cleanAll } from './clean-text.ts'
import type { Fact } from './content.ts'
import { drawFeet, drawHead } from './head-and-feet.ts'
import { drawPlatformSignature, fillSignature } from './platform-signature.ts'
import { Sheet, type Tag } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

/** A cell, or a cell with a second line in small type. */
export type ReportCell = string | { text: string; below: string }

/** A table of a report; `width` is in points, and a column of amounts is aligned right. */
export type ReportTable = {
  columns: readonly { title: string; width: number; isAmount?: true }[]
  rows: readonly (readonly ReportCell[])[]
  /** The indexes of rows to be set in bold, such as balances. */
  strong?: readonly number[]
  /** An additional last row, set in bold. */
  total?: readonly string[]
}

export type ReportSection = {
  heading: string
  paragraphs?: readonly string[]
  facts?: readonly Fact[]
  table?: ReportTable
}

/** A report on figures that the platform issues and signs alone. */
export type ReportContent = {
  operator: { name: string; address: string; licenceLine: string | null }
  title: string
  /** The text below the title, repeated at the foot of each page. */
  subject: string
  issuedAt: Date
  facts: readonly Fact[]
  sections: readonly ReportSection[]
  /** An additional line at the foot of each page, e.g. a fingerprint. */
  footLine?: string
}

const measure = grid.right - grid.text
const rowHeight = 17
/** The space above the signature and its lines. */
const signatureHeight = 94
/** The space between the right edge of one column and the text of the next. */
const gap = 10

/**
 * Renders a report and signs it with the platform's certificate; the signing time is the time of issue by default.
 * @throws CertificateFault
 */
export function renderReport(
  given: ReportContent,
  certificate: OpenCertificate,
  signedAt = given.issuedAt,
): Buffer {
  checkValidity(certificate, signedAt)
  const { issuedAt, ...texts } = given
  const content: ReportContent = { ...cleanAll(texts), issuedAt }
  const sheet = new Sheet({
    title: `${content.title} ${content.subject}`,
    author: content.operator.name,
    createdAt: issuedAt,
  })
  const { operator, title, subject, footLine = '' } = content
  const line = `${subject}, diterbitkan ${formatDateTimeLong(issuedAt)}`
  drawHead(sheet, { operator, title, line }, 16)
  drawFacts(sheet, [...content.facts])
  content.sections.forEach((section, index) => {
    // Reserves space so that the signature is never alone on a page, but follows the last section.
    if (index === content.sections.length - 1) sheet.need(heightOf(sheet, section) + signatureHeight)
    drawSection(sheet, section)
  })
  sheet.y += 24
  sheet.need(signatureHeight - 24)
  const seal = { certificate, at: signedAt }
  drawPlatformSignature(sheet, { x: grid.text, top: sheet.y, width: 260, height: 60 }, seal)
  drawFeet(sheet, { name: `${title}, ${subject}`, below: footLine })
  return fillSignature(sheet.finish(), seal)
}

function heightOf(sheet: Sheet, { heading, paragraphs = [] }: ReportSection): number {
  const headingHeight = sheet.lines(heading, styles.heading, measure).length * styles.heading.pitch
  return paragraphs.reduce(
    (height, text) => height + sheet.lines(text, styles.body, measure).length * styles.body.pitch + 4,
    18 + headingHeight + 6,
  )
}

function drawSection(sheet: Sheet, { heading, paragraphs = [], facts = [], table }: ReportSection): void {
  sheet.y += 18
  // Reserves space, so that a heading stays on the page of the first lines under it.
  sheet.need(styles.heading.pitch + 4 * rowHeight)
  sheet.tag('H2', () => sheet.flow(sheet.lines(heading, styles.heading, measure), styles.heading, grid.text))
  sheet.y += 6
  for (const text of paragraphs) {
    sheet.tag('P', () => sheet.flow(sheet.lines(text, styles.body, measure), styles.body, grid.text))
    sheet.y += 4
  }
  drawFacts(sheet, [...facts])
  if (table) sheet.tag('Table', () => drawTable(sheet, table))
}

function drawTable(sheet: Sheet, table: ReportTable): void {
  const head = (tag: Tag | null) => {
    row(
      sheet,
      table,
      table.columns.map(({ title }) => title),
      { style: styles.cellHead, tag },
    )
    sheet.rule(grid.margin, sheet.y, grid.right, 0.9, colours.ink)
    sheet.y += 2
  }
  sheet.y += 4
  head('TH')
  const strong = new Set(table.strong)
  table.rows.forEach((cells, index) => {
    // The last row and the total must be on the same page.
    const last = index === table.rows.length - 1
    if (sheet.y + rowHeightOf(cells) + rowHeight * (last && table.total ? 1.5 : 0) > grid.bottom) {
      sheet.addPage()
      // Repeated headings are only visual: a screen reader has them once, at the beginning of the table.
      head(null)
    }
    row(sheet, table, cells, { style: strong.has(index) ? styles.cellTotal : styles.cell, tag: 'TD' })
    sheet.rule(grid.margin, sheet.y, grid.right, last ? 0.9 : 0.4, last ? colours.ink : colours.line)
  })
  if (!table.total) return
  sheet.y += 3
  row(sheet, table, table.total, { style: styles.cellTotal, tag: 'TD' })
}

/** The height that a second line adds. */
const belowHeight = 9

const rowHeightOf = (cells: readonly ReportCell[]): number =>
  rowHeight + (cells.some((cell) => typeof cell !== 'string') ? belowHeight : 0)

function row(
  sheet: Sheet,
  { columns }: ReportTable,
  cells: readonly ReportCell[],
  { style, tag }: { style: Style; tag: Tag | null },
): void {
  const top = sheet.y + (rowHeight - style.pitch) / 2
  let left: number = grid.margin
  const drawings = columns.map(({ width, isAmount }, index) => {
    const x = isAmount ? left + width : left
    left += width
    const cell = cells[index] ?? ''
    const { text, below } = typeof cell === 'string' ? { text: cell, below: null } : cell
    const put = (line: string, as: Style, at: number) => {
      const shown = sheet.fitted(line, as, width - (isAmount ? 0 : gap), 6)
      sheet.put(shown.text, shown.style, x, at, isAmount ? 'right' : 'left')
    }
    return () => {
      put(text, style, top)
      if (below !== null) put(below, styles.small, top + style.pitch - 1)
    }
  })
  if (tag === null) sheet.aside(() => drawings.forEach((draw) => draw()))
  else
    sheet.tag('TR', () =>
      drawings.forEach((draw) => sheet.tag(tag, draw, tag === 'TH' ? { scope: 'Column' } : {})),
    )
  sheet.y += rowHeightOf(cells)
}
