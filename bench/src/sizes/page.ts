import type { Machine } from '../stand/machine.ts'
import { bytesOf, sumOf, type TableSize } from './tables.ts'

/** The rows and bytes that one object of a kind, e.g. a funding, adds to each table. */
export type Measured = { what: string; count: number; added: ReadonlyMap<string, TableSize> }

/** The assumed activity of a lender in a year. */
export type Year = {
  fundings: number
  /** Number of lenders per loan; `installments` is the number of installments of each loan. */
  perLoan: number
  installments: number
  statements: number
}

type SizesResult = {
  measured: readonly Measured[]
  /** Bytes of the documents of a funding. */
  documents: number
  year: Year
  machine: Machine
  commit: string
}

/**
 * How often each kind of object is created for one lender in a year, if as many loans are being repaid as are funded.
 */
export const timesInYear = ({
  fundings,
  perLoan,
  installments,
  statements,
}: Year): Record<string, number> => ({
  lender: 0,
  loan: fundings / perLoan,
  funding: fundings,
  'payout of a loan': fundings / perLoan,
  'share of an installment': fundings * installments,
  statement: statements,
})

/** How often each kind of object is created for one funding until its loan is repaid. */
export const timesInLife = (year: Year): Record<string, number> => {
  const all = timesInYear(year)
  const life = Object.entries(all).map(([what, times]) => [what, times / year.fundings] as const)
  return { ...Object.fromEntries(life), statement: 0 }
}

/** The rows and bytes by table of the given number of objects of each kind. */
export function composed(
  measured: readonly Measured[],
  times: Readonly<Record<string, number>>,
): Map<string, TableSize> {
  const sum = new Map<string, TableSize>()
  for (const { what, added } of measured) {
    const factor = times[what] ?? 0
    for (const [name, size] of added) {
      const known = sum.get(name) ?? { rows: 0, heap: 0, indexes: 0 }
      sum.set(name, {
        rows: known.rows + factor * size.rows,
        heap: known.heap + factor * size.heap,
        indexes: known.indexes + factor * size.indexes,
      })
    }
  }
  return sum
}

export function sizesPage({ measured, documents, year, machine, commit }: SizesResult): string {
  const life = composed(measured, timesInLife(year))
  const inYear = composed(measured, timesInYear(year))
  const ofLender = sumOf(measured.find(({ what }) => what === 'lender')?.added ?? new Map())
  const [oneLife, oneYear] = [bytesOf(sumOf(life)), bytesOf(sumOf(inYear))]
  const paper = documents * year.fundings
  return [
    `# Sizes, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Commit ${commit}; ${machine.postgres}, ${machine.fileSystem}. Every row was written by the product's own verbs, but for the`,
    'lenders and their top-ups, which are inserted as the verbs leave them. Measured after VACUUM with pg_table_size (rows with',
    'what is stored apart from them) and pg_indexes_size, without the bytes of documents. Jobs, sessions and keys of requests',
    'that the worker deletes in time are in it as they were written, so these are upper bounds.',
    '',
    '| one | measured on | rows | bytes of rows | bytes of indexes |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...measured.map(({ what, count, added }) => {
      const { rows, heap, indexes } = sumOf(added)
      return `| ${what} | ${whole(count)} | ${rows.toFixed(1)} | ${whole(heap)} | ${whole(indexes)} |`
    }),
    '',
    `The documents of a funding (both agreements as shown and as signed) are ${whole(documents)} bytes beside that.`,
    '',
    '## The life of a funding',
    '',
    `${whole(oneLife)} bytes, with its part of a loan of ${year.perLoan} lenders and ${year.installments} installments, by table:`,
    '',
    '| table | rows | bytes of rows | bytes of indexes | share |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[...life]
      .sort(([, one], [, other]) => bytesOf(other) - bytesOf(one))
      .slice(0, 20)
      .map(
        ([name, size]) =>
          `| ${name} | ${size.rows.toFixed(1)} | ${whole(size.heap)} | ${whole(size.indexes)} | ${share(bytesOf(size), oneLife)} |`,
      ),
    '',
    '| fundings, with their lives | database | documents |',
    '| --- | ---: | ---: |',
    ...[5e6, 50e6, 100e6, 500e6].map(
      (count) => `| ${whole(count)} | ${sized(count * oneLife)} | ${sized(count * documents)} |`,
    ),
    '',
    '## The year of a lender',
    '',
    `${year.fundings} fundings a year, each repaid in ${year.installments} installments, ${year.statements} statements:`,
    `${whole(sumOf(inYear).rows)} rows, ${sized(oneYear)} in the database, ${sized(paper)} of documents; once ${whole(bytesOf(ofLender))} bytes for the lender.`,
    '',
    '| lenders | database, each year | documents, each year | fundings a day | shares of installments a day |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...[1e5, 1e6, 1e7].map(
      (count) =>
        `| ${whole(count)} | ${sized(count * oneYear)} | ${sized(count * paper)} | ` +
        `${whole((count * year.fundings) / 365)} | ${whole((count * year.fundings * year.installments) / 365)} |`,
    ),
    '',
  ].join('\n')
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
const share = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)}%`

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']

/** Bytes in decimal units, e.g. `1.2 TB`. */
export function sized(bytes: number): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** power
  return `${value >= 100 ? whole(value) : value.toFixed(1)} ${units[power]}`
}
