import type { Sheet } from './sheet.ts'
import { colours, grid, styles } from './typography.ts'

const measure = grid.right - grid.text

type Head = {
  operator: { name: string; address?: string; licenceLine: string | null }
  title: string
  line: string
}

/**
 * Draws the operator, the title and the line below it at the top of the first page.
 * @param space below, in points
 */
export function drawHead(sheet: Sheet, { operator, title, line }: Head, space: number): void {
  sheet.y = 58
  sheet.tag('P', () => {
    sheet.flow(sheet.lines(operator.name, styles.smallBold, measure), styles.smallBold, grid.text)
    for (const text of [operator.address, operator.licenceLine])
      if (text) sheet.flow(sheet.lines(text, styles.small, measure), styles.small, grid.text)
  })
  sheet.y = Math.max(sheet.y + 6, grid.top)
  sheet.rule(grid.margin, sheet.y, grid.right, 1.25, colours.accent)
  sheet.y += 24
  sheet.tag('H1', () => sheet.flow(sheet.lines(title, styles.title, measure), styles.title, grid.text))
  sheet.y += 6
  sheet.tag('P', () => sheet.flow(sheet.lines(line, styles.label, measure), styles.label, grid.text))
  sheet.y += space
}

/**
 * Draws the name of the document, the page number and the page count, and optionally another line, at the foot of every
 * page; possible only when all pages exist.
 */
export function drawFeet(sheet: Sheet, { name, below = '' }: { name: string; below?: string }): void {
  const { pages } = sheet
  const [line = ''] = sheet.lines(name, styles.small, 330)
  sheet.aroundEach((page) => {
    sheet.rule(grid.margin, grid.footer - 8, grid.right, 0.5, colours.line)
    sheet.put(line, styles.small, grid.margin, grid.footer)
    sheet.put(`Halaman ${page}/${pages}`, styles.small, grid.right, grid.footer, 'right')
    if (below) sheet.put(below, styles.small, grid.margin, grid.footer + styles.small.pitch)
  })
}
