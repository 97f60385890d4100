import { startOfDay } from '@pematang/contract/format/business-date'
import { drawFacts } from './pdf/body.ts'
import { drawSchedule } from './pdf/schedule-pages.ts'
import { Sheet } from './pdf/sheet.ts'
import { colours, grid, styles } from './pdf/typography.ts'
import { type FactsheetContent, factsheetHash } from './factsheet-text.ts'

const measure = grid.right - grid.text

/**
 * Renders the PDF of a factsheet. The same content gives the same bytes: its date is the first day of the offer, and
 * the day of rendering does not enter the file.
 * @param from the business date in the file
 */
export function renderFactsheet(content: FactsheetContent, from: string): { bytes: Buffer; pages: number } {
  const sheet = new Sheet({
    title: `${content.title} ${content.loanNumber}`,
    author: content.operator.name,
    createdAt: startOfDay(from),
  })
  drawHead(sheet, content)
  drawFacts(sheet, content.facts)
  for (const { heading, paragraphs } of content.sections) drawSection(sheet, heading, paragraphs)
  drawSchedule(sheet, content.schedule)
  drawFeet(sheet, content)
  const { pages } = sheet
  return { bytes: sheet.finish(), pages }
}

function drawHead(sheet: Sheet, { operator, title, dateLine }: FactsheetContent): void {
  sheet.y = 58
  sheet.tag('P', () => {
    sheet.flow(sheet.lines(operator.name, styles.smallBold, measure), styles.smallBold, grid.text)
    for (const line of [operator.address, operator.licenceLine])
      if (line) sheet.flow(sheet.lines(line, styles.small, measure), styles.small, grid.text)
  })
  sheet.y = Math.max(sheet.y + 6, grid.top)
  sheet.rule(grid.margin, sheet.y, grid.right, 1.25, colours.accent)
  sheet.y += 24
  sheet.tag('H1', () => sheet.flow(sheet.lines(title, styles.title, measure), styles.title, grid.text))
  sheet.y += 6
  sheet.tag('P', () => sheet.flow(sheet.lines(dateLine, styles.label, measure), styles.label, grid.text))
  sheet.y += 18
}

function drawSection(sheet: Sheet, heading: string, paragraphs: readonly string[]): void {
  const lines = sheet.lines(heading, styles.heading, measure)
  sheet.y += 16
  // A heading stays on the page of the first lines under it.
  sheet.need(lines.length * styles.heading.pitch + 2 * styles.body.pitch)
  sheet.tag('H2', () => sheet.flow(lines, styles.heading, grid.text))
  for (const text of paragraphs) {
    sheet.y += 4
    sheet.tag('P', () => sheet.flow(sheet.lines(text, styles.body, measure), styles.body, grid.text))
  }
}

/** Number, page count and fingerprint at the foot of every page; they can be drawn only when all pages exist. */
function drawFeet(sheet: Sheet, content: FactsheetContent): void {
  const { doc, pages } = sheet
  const hash = factsheetHash(content).toString('hex')
  const [number = ''] = sheet.lines(`Pinjaman ${content.loanNumber}`, styles.small, 330)
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
