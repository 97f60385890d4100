import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** A cell as LibreOffice understood it: a number, a date (ISO 8601, with a time where it has one), a text, or nothing. */
export type ReadCell =
  | { type: 'number'; value: number }
  | { type: 'date'; value: string }
  | { type: 'text'; value: string }
  | { type: 'formula'; value: string }
  | null

/** LibreOffice with Indonesian settings and its own profile, working in one folder. */
export class LibreOffice {
  readonly #folder: string
  readonly #program: string

  constructor(folder: string, program = 'soffice') {
    this.#folder = folder
    this.#program = program
    const profile = path.join(folder, 'profile/user')
    mkdirSync(profile, { recursive: true })
    writeFileSync(
      path.join(profile, 'registrymodifications.xcu'),
      `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>id-ID</value></prop></item>
</oor:items>`,
    )
  }

  /** For example `LibreOffice 7.4.7.2 40(Build:2)`. */
  version(): string {
    return this.#run(['--version']).trim()
  }

  /**
   * Opens each file and reads its first sheet. A CSV is opened with the defaults of the import dialogue: UTF-8,
   * semicolons, Indonesian (1057), special numbers such as dates recognised.
   */
  read(files: readonly string[]): ReadCell[][][] {
    const kinds = [...new Set(files.map((file) => path.extname(file)))]
    for (const kind of kinds) {
      const chosen = files.filter((file) => path.extname(file) === kind)
      const filter =
        kind === '.csv' ? ['--infilter=Text - txt - csv (StarCalc):59,34,76,1,,1057,false,true'] : []
      this.#run([
        ...filter,
        '--convert-to',
        `${kind.slice(1)}.fods:OpenDocument Spreadsheet Flat XML`,
        ...chosen,
      ])
    }
    return files.map((file) => cellsOf(readFileSync(this.#converted(file), 'utf8')))
  }

  /** The sum of each column without its heading, as LibreOffice calculates it. */
  sums(file: string, columns: readonly number[]): number[] {
    const sheet = readFileSync(this.#converted(file), 'utf8')
    const rows = cellsOf(sheet).length
    const formulas = columns.map(
      (column) =>
        `<table:table-cell table:formula="of:=SUM([.${letter(column)}2:.${letter(column)}${rows}])"/>`,
    )
    const asked = path.join(this.#folder, `${path.basename(file)}.sums.fods`)
    // Placed to the right of all columns, whose date format would otherwise apply to a sum.
    const empty = '<table:table-cell table:number-columns-repeated="50"/>'
    const rest = sheet.replace(unusedRows, '')
    const end = rest.indexOf('</table:table>')
    const row = `<table:table-row>${empty}${formulas.join('')}</table:table-row>`
    writeFileSync(asked, rest.slice(0, end) + row + rest.slice(end))
    this.#run(['--convert-to', 'calculated.fods:OpenDocument Spreadsheet Flat XML', asked])
    const last = cellsOf(readFileSync(asked.replace(/fods$/, 'calculated.fods'), 'utf8')).at(-1) ?? []
    return last
      .slice(50, 50 + columns.length)
      .map((cell) => (cell?.type === 'formula' ? Number(cell.value) : Number.NaN))
  }

  #converted(file: string): string {
    const extension = path.extname(file)
    return path.join(this.#folder, `${path.basename(file, extension)}${extension}.fods`)
  }

  #run(args: readonly string[]): string {
    const profile = pathToFileURL(path.join(this.#folder, 'profile')).href
    return execFileSync(
      this.#program,
      [`-env:UserInstallation=${profile}`, '--headless', '--norestore', ...args],
      { cwd: this.#folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 },
    )
  }
}

/** The empty rows and columns up to the end of the sheet. */
const unusedRows =
  /<table:table-row\b[^>]*number-rows-repeated="\d{4,}"[^>]*>\s*<table:table-cell[^>]*\/>\s*<\/table:table-row>/g

const letter = (column: number): string => String.fromCodePoint(65 + column)

/** The rows of the first table of a flat OpenDocument file, without the empty rows at the end. */
function cellsOf(xml: string): ReadCell[][] {
  const table = (/<table:table [^]*?<\/table:table>/.exec(xml)?.[0] ?? '').replace(unusedRows, '')
  const rows: ReadCell[][] = []
  for (const [, attributes = '', inner = ''] of table.matchAll(
    /<table:table-row\b([^>]*?)(?:\/>|>([^]*?)<\/table:table-row>)/g,
  )) {
    const cells: ReadCell[] = []
    for (const [, given = '', content = ''] of inner.matchAll(
      /<table:(?:covered-)?table-cell\b([^>]*?)(?:\/>|>([^]*?)<\/table:(?:covered-)?table-cell>)/g,
    ))
      cells.push(...Array<ReadCell>(timesOf(given, 'columns')).fill(cellOf(given, content)))
    while (cells.at(-1) === null) cells.pop()
    rows.push(...Array.from({ length: timesOf(attributes, 'rows') }, () => cells))
  }
  while (rows.at(-1)?.length === 0) rows.pop()
  return rows
}

const timesOf = (attributes: string, of: 'rows' | 'columns'): number =>
  Number(attributeOf(attributes, `table:number-${of}-repeated`) ?? 1)

function cellOf(attributes: string, content: string): ReadCell {
  const of = (name: string) => attributeOf(attributes, name)
  const type = of('office:value-type')
  if (of('table:formula') !== undefined)
    return { type: 'formula', value: of('office:value') ?? of('table:formula') ?? '' }
  if (type === undefined) return null
  if (type === 'float' || type === 'percentage' || type === 'currency')
    return { type: 'number', value: Number(of('office:value')) }
  if (type === 'date') return { type: 'date', value: of('office:date-value') ?? '' }
  const paragraphs = [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>([^]*?)<\/text:p>)/g)]
  const text = paragraphs.map(([, inner = '']) =>
    plain(inner.replace(/<text:s[^>]*\/>/g, ' ').replace(/<[^>]*>/g, '')),
  )
  return { type: 'text', value: text.join('\n') }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
  return found === undefined ? undefined : plain(found)
}

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
