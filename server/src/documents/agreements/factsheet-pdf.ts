import { startOfDay } from '@pematang/contract/format/business-date'
import { drawFacts } from '../pdf/body.ts'
import { drawFeet, drawHead } from '../pdf/head-and-feet.ts'
import { drawSchedule } from '../pdf/schedule-pages.ts'
import { Sheet } from '../pdf/sheet.ts'
import { grid, styles } from '../pdf/typography.ts'
import { type FactsheetContent, factsheetHash } from './factsheet-text.ts'

const measure = grid.right - grid.text

/**
 * Renders the PDF of a factsheet. The same content gives the same bytes: the file's date is the first day of the offer
 * instead of the day of rendering.
 * @param from the business date in the file
 */
export function renderFactsheet(content: FactsheetContent, from: string): { bytes: Buffer; pages: number } {
  const sheet = new Sheet({
    title: `${content.title} ${content.loanNumber}`,
    author: content.operator.name,
    createdAt: startOfDay(from),
  })
  const { operator, title, dateLine, loanNumber } = content
  drawHead(sheet, { operator, title, line: dateLine }, 18)
  drawFacts(sheet, content.facts)
  for (const { heading, paragraphs } of content.sections) drawSection(sheet, heading, paragraphs)
  drawSchedule(sheet, content.schedule)
  const hash = factsheetHash(content).toString('hex')
  drawFeet(sheet, { name: `Pinjaman ${loanNumber}`, below: `Sidik jari teks: ${hash}` })
  const { pages } = sheet
  return { bytes: sheet.finish(), pages }
}

function drawSection(sheet: Sheet, heading: string, paragraphs: readonly string[]): void {
  const lines = sheet.lines(heading, styles.heading, measure)
  sheet.y += 16
  // Reserves space, so that a heading stays on the page of the first lines under it.
  sheet.need(lines.length * styles.heading.pitch + 2 * styles.body.pitch)
  sheet.tag('H2', () => sheet.flow(lines, styles.heading, grid.text))
  for (const text of paragraphs) {
    sheet.y += 4
    sheet.tag('P', () => sheet.flow(sheet.lines(text, styles.body, measure), styles.body, grid.text))
  }
}
