import { type Article, type Clause, type ContractText, type Fact, letter, type Party } from './content.ts'
import { drawHead } from './head-and-feet.ts'
import type { Sheet } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

const measure = grid.right - grid.text
const factColumn = 244
const hang = 16

function paragraph(sheet: Sheet, text: string, left: number): void {
  const lines = sheet.lines(text, styles.body, grid.right - left)
  sheet.need(Math.min(lines.length, 2) * styles.body.pitch)
  sheet.tag('P', () => sheet.flow(lines, styles.body, left))
}

/** Draws a list item; its number or letter stands at `x`, to the left of its content. */
function item(
  sheet: Sheet,
  text: string,
  mark: { text: string; x: number; left: number },
  more?: () => void,
) {
  const lines = sheet.lines(text, styles.body, grid.right - mark.left)
  sheet.need(Math.min(lines.length, 2) * styles.body.pitch)
  sheet.tag('LI', () => {
    sheet.tag('Lbl', () => sheet.put(mark.text, styles.number, mark.x, sheet.y))
    sheet.tag('LBody', () => {
      sheet.tag('P', () => sheet.flow(lines, styles.body, mark.left))
      more?.()
    })
  })
}

function drawPoints(sheet: Sheet, points: readonly string[]): void {
  sheet.tag(
    'L',
    () =>
      points.forEach((point, at) => {
        sheet.y += 1.5
        item(sheet, point, { text: `${letter(at)}.`, x: grid.text, left: grid.text + hang })
      }),
    { numbering: 'LowerAlpha' },
  )
}

/** Draws facts as a table with hairlines between the rows and no border. */
export function drawFacts(sheet: Sheet, list: Fact[], valueStyle: Style = styles.body): void {
  if (list.length > 0) sheet.tag('Table', () => drawRows(sheet, list, valueStyle))
}

function drawRows(sheet: Sheet, list: Fact[], valueStyle: Style): void {
  const { line } = colours
  list.forEach((fact, index) => {
    const values = sheet.lines(fact.value, valueStyle, grid.right - factColumn)
    const labels = sheet.lines(fact.label, styles.label, factColumn - grid.text - 10)
    const height = Math.max(values.length, labels.length) * valueStyle.pitch + 5
    sheet.need(Math.min(height, 200))
    if (index === 0 || sheet.y === grid.top) sheet.rule(grid.text, sheet.y, grid.right, 0.5, line)
    const top = sheet.y + 2.5
    sheet.tag('TR', () => {
      sheet.tag(
        'TH',
        () =>
          labels.forEach((label, at) =>
            sheet.put(label, styles.label, grid.text, top + at * styles.label.pitch),
          ),
        { scope: 'Row' },
      )
      sheet.y = top
      sheet.tag('TD', () => sheet.flow(values, valueStyle, factColumn))
    })
    sheet.y = Math.max(sheet.y, top + labels.length * styles.label.pitch) + 2.5
    sheet.rule(grid.text, sheet.y, grid.right, 0.5, line)
  })
}

function clauseBody(sheet: Sheet, { points = [], facts: list }: Clause): void {
  if (points.length > 0) drawPoints(sheet, points)
  if (list) {
    sheet.y += 5
    drawFacts(sheet, list)
    sheet.y += 3
  }
}

function drawClauses(sheet: Sheet, clauses: readonly Clause[]): void {
  const [only] = clauses
  if (clauses.length === 1 && only) {
    paragraph(sheet, only.text, grid.text)
    clauseBody(sheet, only)
    sheet.y += 5
    return
  }
  sheet.tag(
    'L',
    () =>
      clauses.forEach((each, index) => {
        const mark = { text: `(${index + 1})`, x: grid.text - 20, left: grid.text }
        item(sheet, each.text, mark, () => clauseBody(sheet, each))
        sheet.y += 5
      }),
    { numbering: 'Decimal' },
  )
}

function article(sheet: Sheet, { heading, clauses }: Article, index: number): void {
  const first = clauses[0]
  // Keeps a heading on the page of its first clause, and that clause on the page of its first row.
  const least = clauses.length > 1 ? 3 : 2
  const opening = first
    ? Math.min(Math.max(sheet.lines(first.text, styles.body, measure).length, least), 3)
    : 0
  const introduced = first?.facts || first?.points ? 1.8 : 0
  sheet.y += 9
  sheet.need(styles.heading.pitch + 3 + (opening + introduced) * styles.body.pitch)
  sheet.tag('H2', () => {
    sheet.put(`Pasal ${index + 1} `, styles.article, grid.margin, sheet.y)
    sheet.flow(sheet.lines(heading, styles.heading, measure), styles.heading, grid.text)
  })
  sheet.y += 3
  drawClauses(sheet, clauses)
}

function party(sheet: Sheet, { role, name, facts: list }: Party): void {
  sheet.need(60)
  sheet.tag('P', () => sheet.flow([role], styles.role, grid.text))
  sheet.tag('P', () => sheet.flow(sheet.lines(name, styles.strong, measure), styles.strong, grid.text))
  sheet.y += 4
  drawFacts(sheet, list)
  sheet.y += 12
}

export function drawBody(
  sheet: Sheet,
  content: ContractText,
  operator: { name: string; licenceLine: string | null },
): void {
  const { name, licenceLine } = operator
  const { title, number, dateLine } = content
  drawHead(sheet, { operator: { name, licenceLine }, title, line: `Nomor ${number}  ·  ${dateLine}` }, 18)
  paragraph(sheet, content.opening, grid.text)
  sheet.y += 10
  for (const each of content.parties) party(sheet, each)
  paragraph(sheet, 'Para Pihak menimbang bahwa:', grid.text)
  drawPoints(sheet, content.considerations)
  sheet.y += 6
  paragraph(sheet, 'Berdasarkan hal itu, Para Pihak sepakat sebagai berikut.', grid.text)
  sheet.y += 8
  content.articles.forEach((each, index) => article(sheet, each, index))
  sheet.y += 8
  paragraph(sheet, content.closing, grid.text)
}
