import { type AgreementContent, type Article, type Clause, type Fact, letter, type Party } from './content.ts'
import type { Sheet } from './sheet.ts'
import { colours, grid, type Style, styles } from './typography.ts'

const measure = grid.right - grid.text
const factColumn = 244
const hang = 16

/** A paragraph, with its number or letter hanging to the left of it. */
function paragraph(
  sheet: Sheet,
  text: string,
  left: number,
  mark?: { text: string; x: number; style: Style },
) {
  const lines = sheet.lines(text, styles.body, grid.right - left)
  sheet.tag('P', () => {
    sheet.need(Math.min(lines.length, 2) * styles.body.pitch)
    if (mark) sheet.put(mark.text, mark.style, mark.x, sheet.y)
    sheet.flow(lines, styles.body, left)
  })
}

/** Facts as a quiet table: hairlines between the rows, no box. */
export function drawFacts(sheet: Sheet, list: Fact[], valueStyle: Style = styles.body): void {
  const { line } = colours
  list.forEach((fact, index) => {
    const values = sheet.lines(fact.value, valueStyle, grid.right - factColumn)
    const labels = sheet.lines(fact.label, styles.label, factColumn - grid.text - 10)
    const height = Math.max(values.length, labels.length) * valueStyle.pitch + 5
    sheet.need(Math.min(height, 200))
    if (index === 0 || sheet.y === grid.top) sheet.rule(grid.text, sheet.y, grid.right, 0.5, line)
    const top = sheet.y + 2.5
    sheet.tag('P', () => {
      labels.forEach((label, at) => sheet.put(label, styles.label, grid.text, top + at * styles.label.pitch))
      sheet.y = top
      sheet.flow(values, valueStyle, factColumn)
    })
    sheet.y = Math.max(sheet.y, top + labels.length * styles.label.pitch) + 2.5
    sheet.rule(grid.text, sheet.y, grid.right, 0.5, line)
  })
}

function clause(
  sheet: Sheet,
  { text, points = [], facts: list }: Clause,
  index: number,
  alone: boolean,
): void {
  const mark = { text: `(${index + 1})`, x: grid.text - 20, style: styles.number }
  paragraph(sheet, text, grid.text, alone ? undefined : mark)
  points.forEach((point, at) => {
    sheet.y += 1.5
    paragraph(sheet, point, grid.text + hang, { text: `${letter(at)}.`, x: grid.text, style: styles.number })
  })
  if (list) {
    sheet.y += 5
    drawFacts(sheet, list)
    sheet.y += 3
  }
  sheet.y += 5
}

function article(sheet: Sheet, { heading, clauses }: Article, index: number): void {
  const first = clauses[0]
  // A heading stays with the first clause, and that with the first row of what it introduces.
  const least = clauses.length > 1 ? 3 : 2
  const opening = first
    ? Math.min(Math.max(sheet.lines(first.text, styles.body, measure).length, least), 3)
    : 0
  const introduced = first?.facts || first?.points ? 1.8 : 0
  sheet.y += 9
  sheet.need(styles.heading.pitch + 3 + (opening + introduced) * styles.body.pitch)
  sheet.tag('H2', () => {
    sheet.put(`Pasal ${index + 1}`, styles.article, grid.margin, sheet.y)
    sheet.flow(sheet.lines(heading, styles.heading, measure), styles.heading, grid.text)
  })
  sheet.y += 3
  clauses.forEach((each, at) => clause(sheet, each, at, clauses.length === 1))
}

function party(sheet: Sheet, { role, name, facts: list }: Party): void {
  sheet.tag('P', () => {
    sheet.need(60)
    sheet.put(role, styles.role, grid.text, sheet.y)
    sheet.y += styles.role.pitch
    sheet.flow(sheet.lines(name, styles.strong, measure), styles.strong, grid.text)
  })
  sheet.y += 4
  drawFacts(sheet, list)
  sheet.y += 12
}

function head(
  sheet: Sheet,
  content: AgreementContent,
  operator: { name: string; licenceLine: string | null },
) {
  sheet.y = 58
  sheet.tag('P', () => {
    sheet.flow(sheet.lines(operator.name, styles.smallBold, measure), styles.smallBold, grid.text)
    if (operator.licenceLine) {
      sheet.flow(sheet.lines(operator.licenceLine, styles.small, measure), styles.small, grid.text)
    }
  })
  sheet.y = Math.max(sheet.y + 6, grid.top)
  sheet.rule(grid.margin, sheet.y, grid.right, 1.25, colours.accent)
  sheet.y += 24
  sheet.tag('H1', () =>
    sheet.flow(sheet.lines(content.title, styles.title, measure), styles.title, grid.text),
  )
  sheet.y += 6
  sheet.tag('P', () => {
    const line = `Nomor ${content.number}  ·  ${content.dateLine}`
    sheet.flow(sheet.lines(line, styles.label, measure), styles.label, grid.text)
  })
  sheet.y += 18
}

/** Draws the agreement from its title to its closing sentence. */
export function drawBody(
  sheet: Sheet,
  content: AgreementContent,
  operator: { name: string; licenceLine: string | null },
): void {
  head(sheet, content, operator)
  paragraph(sheet, content.opening, grid.text)
  sheet.y += 10
  for (const each of content.parties) party(sheet, each)
  paragraph(sheet, 'Para Pihak menimbang bahwa:', grid.text)
  content.considerations.forEach((text, index) => {
    sheet.y += 1.5
    paragraph(sheet, text, grid.text + hang, {
      text: `${letter(index)}.`,
      x: grid.text,
      style: styles.number,
    })
  })
  sheet.y += 6
  paragraph(sheet, 'Berdasarkan hal itu, Para Pihak sepakat sebagai berikut.', grid.text)
  sheet.y += 8
  content.articles.forEach((each, index) => article(sheet, each, index))
  sheet.y += 8
  paragraph(sheet, content.closing, grid.text)
}
