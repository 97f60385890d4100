import type { Command } from 'commander'
import { cutPage } from '../../platform/pages.ts'
import { comparedWithLedger, type TaxPeriod, taxPeriods } from '../tax/payable.ts'
import { formatRate, kindOf, type WithheldOfLender, withheldIn } from '../tax/withheld.ts'
import { masked } from '../tax/lender-year.ts'
import { setTaxYear, SlipsMissing } from '../tax/year.ts'
import { slipLines } from '../tax/slip-lines.ts'
import { addCommand, addGroup, CommandError, type CommandTools, runCommand } from '../../operator/command.ts'
import { confirm } from '../../operator/confirm.ts'
import { withNewFile } from '../../operator/new-file.ts'
import { addPageOptions, type PageOptions } from '../../operator/pages.ts'
import { addTaxSlips } from './tax-slips.ts'
import type { Terminal } from '../../operator/terminal.ts'
import { readDigits, readText } from '../../operator/values.ts'
import { readPeriod } from './read-period.ts'

/** `tax`: tax withheld by period, the slips for it, and closed years. Payments of tax are under `payouts tax`. */
export function addTax(tax: Command, terminal: Terminal): void {
  addPageOptions(
    addCommand(tax, {
      use: 'list',
      description:
        'menampilkan masa pajak dengan yang harus disetor ke negara dan sejak kapan; dengan --period Pemberi Dananya. Kode keluar 1 bila ada yang lewat waktu atau berbeda dari pembukuan',
      example: 'tax list --period 2026-03',
      writes: false,
    }),
    readDigits(1, 16),
  )
    .option('--period <month>', 'Pemberi Dana dari masa ini, YYYY-MM', readPeriod)
    .option(
      '--file <path>',
      'bersama --period: menulis semua pajaknya yang belum memiliki bukti potong ke berkas ini, dengan nomor pajak lengkap',
    )
    .action((options: PageOptions & { period?: string; file?: string }, command: Command) =>
      runCommand(terminal, command, (tools) => list(tools, options)),
    )
  addTaxSlips(tax, terminal)
  const year = addGroup(tax, 'year', 'tahun yang bukti potongnya lengkap')
  for (const closed of [true, false]) {
    addCommand(year, {
      use: closed ? 'close <year>' : 'reopen <year>',
      description: closed
        ? 'menutup bukti potong sebuah tahun yang pajaknya sudah disetor: tidak ada lagi yang dicatat atau diperbaiki'
        : 'membuka kembali bukti potong sebuah tahun yang ditutup',
      example: `tax year ${closed ? 'close' : 'reopen'} 2025 --reason "SPT sudah dilaporkan"`,
      writes: true,
    })
      .requiredOption('--reason <text>', 'alasan, tanpa data pribadi', readText(200))
      .option('--yes', 'menegaskan bahwa tahun ditutup tanpa semua bukti potongnya')
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
    if (file !== undefined)
      throw new CommandError('Berkas bukti potong memuat satu masa: sebutkan dengan --period.')
    return listPeriods(tools)
  }
  if (file === undefined) return listLenders(tools, { ...page, period })
  const slips = slipLines(tools.context.db, period)
  const lines = (await withNewFile(tools, file, (writeLines) => writeLines(slips))) - 1
  return {
    exit: 0 as const,
    lines: [`${lines} baris tanpa bukti potong ada di ${file}, dengan nomor pajak lengkap Pemberi Dananya`],
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
      `${periods.reduce((sum, { payable }) => sum + payable, 0)} harus disetor ke negara, ${overdue.length} masa lewat waktu`,
    ],
    data: { periods },
  }
}

function periodLine(row: TaxPeriod): string {
  const parts = [
    `${row.period}  dipotong ${row.withheld} dari bunga ${row.interest}`,
    `disetor ${row.paid}`,
    ...(row.credited > 0 ? [`diperhitungkan ${row.credited}`] : []),
    ...(row.overpaid > 0 ? [`lebih setor ${row.overpaid}`] : []),
    ...(row.credit > 0 ? [`akan diperhitungkan ${row.credit}`] : []),
    row.payable > 0
      ? `harus disetor ${row.payable} paling lambat ${row.dueOn}${row.isOverdue ? ' (LEWAT WAKTU)' : ''}`
      : 'lunas',
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
      total ? periodLine(total) : `${period}  tidak ada yang dipotong`,
      differs
        ? `TAX_PAYABLE bergerak ${ledger} di pembukuan, BERSELISIH ${ledger - withheld}`
        : `TAX_PAYABLE bergerak ${ledger} di pembukuan, sama dengan yang dipotong`,
      ...shown.map(lenderLine),
      `${page.rows.length} Pemberi Dana ditampilkan, ${missing} baris tanpa bukti potong` +
        (page.next === null ? '' : `, masih ada: --after ${page.next}`),
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
  `Pemberi Dana ${row.lenderId}  ${row.phone}  ${row.taxNumber === null ? 'tanpa nomor pajak' : masked(row.taxNumber)}  ` +
  `${kindOf(row.article)} ${formatRate(row.ratePpm)}  bunga ${row.interest}, pajak ${row.tax}` +
  (row.slipNumber === null ? '' : `  bukti potong ${row.slipNumber} tanggal ${row.slipIssuedOn}`) +
  (row.slipVersions > 1 ? ` (versi ${row.slipVersions})` : '')

async function setYear(
  tools: CommandTools,
  value: string,
  { closed, reason, confirmed }: { closed: boolean; reason: string; confirmed: boolean },
) {
  const { act, dryRun } = tools
  if (!/^20\d\d$/.test(value)) throw new CommandError('Tahun ditulis dengan empat angka, 2000 sampai 2099.')
  const year = Number(value)
  const word = closed ? 'ditutup' : 'dibuka'
  const set = (sure: boolean) => act(setTaxYear, { year, closed, reason, confirmed: sure })
  const { changed, missing } = await set(confirmed || dryRun).catch(async (error: unknown) => {
    if (!(error instanceof SlipsMissing)) throw error
    await confirm(tools, `${error.message} Tetap tutup?`)
    return set(true)
  })
  const line = changed
    ? `bukti potong tahun ${year} ${word}`
    : `bukti potong tahun ${year} sudah ${word} sebelumnya`
  return {
    exit: 0 as const,
    lines: [`${line}; ${missing} baris belum memilikinya`],
    data: { year, closed, changed, missing },
  }
}
