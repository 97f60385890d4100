import type { Command } from 'commander'
import { cutPage } from '../../platform/pages.ts'
import {
  comparedWithLedger,
  formatRate,
  kindOf,
  masked,
  setTaxYear,
  slipLines,
  SlipsMissing,
  type TaxPeriod,
  taxPeriods,
  type WithheldOfLender,
  withheldIn,
} from '../tax/index.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { writeLines } from '../../operator/file-source.ts'
import { addPageOptions, type PageOptions } from '../../operator/pages.ts'
import { addTaxSlips } from './tax-slips.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDigits, readText } from '../../operator/values.ts'
import { readPeriod } from './read-period.ts'

/** `tax`: tax withheld by period, the slips for it, and closed years. Payments of tax are under `payouts tax`. */
export function addTax(program: Command, terminal: Terminal): void {
  const tax = addGroup(program, 'tax', 'income tax withheld from the interest of lenders')
  addPageOptions(
    addCommand(tax, {
      use: 'list',
      description:
        'list the periods with what is payable to the state and since when; with --period its lenders. Exit 1 if something is overdue or differs from the ledger',
      example: 'tax list --period 2026-03',
      writes: false,
    }),
    readDigits(1, 16),
  )
    .option('--period <month>', 'the lenders of this period, YYYY-MM', readPeriod)
    .option(
      '--file <path>',
      'with --period: write all of its tax that has no slip to this slip file, with whole tax numbers',
    )
    .action((options: PageOptions & { period?: string; file?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addTaxSlips(tax, terminal)
  const year = addGroup(tax, 'year', 'years whose slips are complete')
  for (const closed of [true, false]) {
    addCommand(year, {
      use: closed ? 'close <year>' : 'reopen <year>',
      description: closed
        ? 'close the slips of a year whose tax is paid: none is entered or corrected any more'
        : 'open the slips of a closed year again',
      example: `tax year ${closed ? 'close' : 'reopen'} 2025 --reason "returns are filed"`,
      writes: true,
    })
      .requiredOption('--reason <text>', 'why, without personal data', readText(200))
      .option('--yes', 'confirm that a year is closed without all of its slips')
      .action((value: string, { reason, yes = false }: { reason: string; yes?: boolean }, command: Command) =>
        runCommand(terminal, command, (tools) => setYear(tools, value, { closed, reason, confirmed: yes })),
      )
  }
}

async function list(
  tools: CommandTools,
  { period, file, ...page }: PageOptions & { period?: string; file?: string },
) {
  if (period === undefined) {
    if (file !== undefined) throw new CommandError('A slip file is of one period: name it with --period.')
    return listPeriods(tools)
  }
  if (file === undefined) return listLenders(tools, { ...page, period })
  const lines = (await writeLines(tools, file, slipLines(tools.context.db, period))) - 1
  return {
    exit: 0 as const,
    lines: [`${lines} lines without a slip are in ${file}, with the whole tax numbers of their lenders`],
    data: { period, lines, file },
  }
}

async function listPeriods({ context }: CommandTools) {
  const periods = await taxPeriods(context.db, context.config.BANK_HOLIDAYS)
  const overdue = periods.filter(({ isOverdue }) => isOverdue)
  return {
    exit: overdue.length > 0 ? (1 as const) : (0 as const),
    lines: [
      ...periods.toReversed().map(periodLine),
      `${periods.reduce((sum, { payable }) => sum + payable, 0)} payable to the state, ${overdue.length} periods overdue`,
    ],
    data: { periods },
  }
}

function periodLine(row: TaxPeriod): string {
  const parts = [
    `${row.period}  withheld ${row.withheld} of interest ${row.interest}`,
    `paid ${row.paid}`,
    ...(row.credited > 0 ? [`set off ${row.credited}`] : []),
    ...(row.overpaid > 0 ? [`overpaid ${row.overpaid}`] : []),
    ...(row.credit > 0 ? [`to be set off ${row.credit}`] : []),
    row.payable > 0
      ? `payable ${row.payable} by ${row.dueOn}${row.isOverdue ? ' (OVERDUE)' : ''}`
      : 'settled',
  ]
  return parts.join(', ')
}

async function listLenders(
  { context }: CommandTools,
  { period, limit, after }: PageOptions & { period: string },
) {
  const { db, config } = context
  const [rows, { total, ledger }] = await Promise.all([
    withheldIn(db, period, { limit: limit + 1, after }),
    comparedWithLedger(db, period, config.BANK_HOLIDAYS),
  ])
  const withheld = total?.withheld ?? 0
  const differs = withheld !== ledger
  const byLender = [...Map.groupBy(rows, ({ lenderId }) => lenderId).values()]
  const page = cutPage(byLender, limit, ([first]) => String(first?.lenderId))
  const shown = page.rows.flat()
  const missing = shown.filter(({ interest, slipNumber }) => interest > 0 && slipNumber === null).length
  return {
    exit: differs || total?.isOverdue ? (1 as const) : (0 as const),
    lines: [
      total ? periodLine(total) : `${period}  nothing was withheld`,
      differs
        ? `TAX_PAYABLE moved ${ledger} in the ledger, which DIFFERS by ${ledger - withheld}`
        : `TAX_PAYABLE moved ${ledger} in the ledger, as withheld`,
      ...shown.map(lenderLine),
      `${page.rows.length} lenders shown, ${missing} lines without a slip` +
        (page.next === null ? '' : `, there are more: --after ${page.next}`),
    ],
    data: { period, total, ledger, differs, lines: shown.map(withMasked), next: page.next },
  }
}

/** What is shown has only the last digits of a tax number; a slip file has all of them. */
const withMasked = (row: WithheldOfLender): WithheldOfLender => ({
  ...row,
  taxNumber: row.taxNumber && masked(row.taxNumber),
})

const lenderLine = (row: WithheldOfLender): string =>
  `lender ${row.lenderId}  ${row.phone}  ${row.taxNumber === null ? 'no tax number' : masked(row.taxNumber)}  ` +
  `${kindOf(row.article)} ${formatRate(row.ratePpm)}  interest ${row.interest}, tax ${row.tax}` +
  (row.slipNumber === null ? '' : `  slip ${row.slipNumber} of ${row.slipIssuedOn}`) +
  (row.slipVersions > 1 ? ` (version ${row.slipVersions})` : '')

async function setYear(
  tools: CommandTools,
  value: string,
  { closed, reason, confirmed }: { closed: boolean; reason: string; confirmed: boolean },
) {
  const { act, dryRun } = tools
  if (!/^20\d\d$/.test(value)) throw new CommandError('The year is four digits, 2000 to 2099.')
  const year = Number(value)
  const word = closed ? 'closed' : 'open'
  const set = (sure: boolean) => act(setTaxYear, { year, closed, reason, confirmed: sure })
  const { changed, missing } = await set(confirmed || dryRun).catch(async (error: unknown) => {
    if (!(error instanceof SlipsMissing)) throw error
    await confirm(tools, `${error.message} Close it all the same?`)
    return set(true)
  })
  const line = changed ? `the slips of ${year} are ${word}` : `the slips of ${year} were ${word} before`
  return {
    exit: 0 as const,
    lines: [`${line}; ${missing} lines have none`],
    data: { year, closed, changed, missing },
  }
}
