import type { ScheduleTable } from './content.ts'
import type { Sheet, Tag } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

/** The right edges of the columns; the date column is aligned left and starts at its value. */
const dateColumn = grid.margin + 36
const columns = [grid.margin + 18, dateColumn, 272, 355, 437, grid.right]
const rowHeight = 17

function row(sheet: Sheet, cells: string[], style: Style, tag: Tag | null): void {
  const top = sheet.y + (rowHeight - style.pitch) / 2
  const drawings = cells.map((cell, index) => () => {
    sheet.put(cell, style, columns[index] ?? grid.right, top, index === 1 ? 'left' : 'right')
  })
  if (tag === null) sheet.aside(() => drawings.forEach((draw) => draw()))
  else
    sheet.tag('TR', () =>
      drawings.forEach((draw) => sheet.tag(tag, draw, tag === 'TH' ? { scope: 'Column' } : {})),
    )
  sheet.y += rowHeight
}

function head(sheet: Sheet, cells: string[], tag: 'TH' | null): void {
  row(sheet, cells, styles.cellHead, tag)
  sheet.rule(grid.margin, sheet.y, grid.right, 0.9, colours.ink)
  sheet.y += 2
}

/** Draws the payment schedule as an annex on its own pages; every page repeats the column headings. */
export function drawSchedule(sheet: Sheet, table: ScheduleTable): void {
  sheet.addPage()
  sheet.tag('H1', () => sheet.flow([table.heading], { ...styles.title, size: 17, pitch: 22 }, grid.margin))
  sheet.y += 4
  const note = sheet.lines(table.note, styles.label, grid.right - grid.margin)
  sheet.tag('P', () => sheet.flow(note, styles.label, grid.margin))
  sheet.y += 12
  sheet.tag('Table', () => {
    head(sheet, table.columns, 'TH')
    table.rows.forEach((cells, index) => {
      // The last row and the total must be on the same page.
      const last = index === table.rows.length - 1
      if (sheet.y + rowHeight * (last ? 2.5 : 1) > grid.bottom) {
        sheet.addPage()
        // Repeated headings are only visual: a screen reader has them once, at the beginning of the table.
        head(sheet, table.columns, null)
      }
      row(sheet, cells, styles.cell, 'TD')
      sheet.rule(grid.margin, sheet.y, grid.right, last ? 0.9 : 0.4, last ? colours.ink : colours.line)
    })
    sheet.y += 3
    row(sheet, table.total, styles.cellTotal, 'TD')
  })
}
