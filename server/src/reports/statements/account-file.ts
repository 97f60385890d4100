import type { Queryable } from '../../platform/db/database.ts'
import type { Cell, Column } from '../../platform/export/index.ts'
import { startOfDay } from '@pematang/contract/format/business-date'
import { movementsOf, type StatementMovement } from './movements.ts'
import type { Period } from './period.ts'
import { handedOver, lossesOf, portfolioAt } from './portfolio.ts'
import { type Ending, type Result, Tally } from './tally.ts'
import { withheldInFull } from './withheld.ts'
import { accountNames, kindName, noteOf, type SummaryLine, summaryLines } from './words.ts'

/** The columns of the statement file; docs/statement-file.md explains them. */
export const columns: readonly Column[] = [
  { title: 'Baris', kind: 'text' },
  { title: 'Rekening', kind: 'text' },
  { title: 'Nomor Urut', kind: 'whole' },
  { title: 'Waktu (WIB)', kind: 'time' },
  { title: 'Tanggal Nilai', kind: 'date' },
  { title: 'Jenis', kind: 'text' },
  { title: 'Nomor Transaksi', kind: 'text' },
  { title: 'Nomor Pinjaman', kind: 'text' },
  { title: 'Pokok', kind: 'rupiah' },
  { title: 'Bunga', kind: 'rupiah' },
  { title: 'Denda', kind: 'rupiah' },
  { title: 'Pajak', kind: 'rupiah' },
  { title: 'Jumlah', kind: 'rupiah' },
  { title: 'Saldo', kind: 'rupiah' },
  { title: 'Nilai Ringkasan', kind: 'rupiah' },
  { title: 'Persen', kind: 'decimal' },
  { title: 'Keterangan', kind: 'text' },
  { title: 'Id Transfer', kind: 'text' },
]

/**
 * The rows of a statement: for each cash account its opening balance, movements and closing balance, and finally the
 * sums, which have a column of their own: a column of amounts adds up to what moved. Movements are read while the file is sent.
 */
export async function* rowsOf(db: Queryable, period: Period, issued?: Ending): AsyncGenerator<Cell[]> {
  const tally = new Tally(period)
  for (const span of period.spans) {
    yield balanceRow('Saldo awal', span.kind, period.from, span.opening)
    for await (const movement of movementsOf(db, period.lenderId, [span])) {
      tally.add(movement)
      yield movementRow(movement, period)
    }
    yield balanceRow('Saldo akhir', span.kind, period.to, span.closing)
  }
  const ending = issued ?? (await endingOf(db, period, tally))
  for (const line of summaryLines(ending)) yield summaryRow(line)
}

export async function endingOf(db: Queryable, period: Period, tally: Tally): Promise<Ending & Result> {
  const { lenderId, from, until } = period
  const portfolio = await portfolioAt(db, period)
  const recorded = { lenderId, since: startOfDay(from), until }
  const losses = await lossesOf(db, recorded)
  const handed = await handedOver(db, recorded)
  const withheld = await withheldInFull(db, recorded)
  return { ...tally.finish(portfolio, { losses, handed, withheld }), portfolio }
}

type Balance = 'Saldo awal' | 'Saldo akhir'

const balanceRow = (
  name: Balance,
  account: StatementMovement['account'],
  day: string,
  balance: number,
): Cell[] => [
  name,
  accountNames[account],
  null,
  null,
  day,
  ...Array<null>(8).fill(null),
  balance,
  ...Array<null>(4).fill(null),
]

const summaryRow = ({ label, amount, percent, note }: SummaryLine): Cell[] => [
  'Ringkasan',
  ...Array<null>(4).fill(null),
  label,
  ...Array<null>(8).fill(null),
  amount,
  percent,
  note,
  null,
]

const movementRow = (movement: StatementMovement, { from }: Period): Cell[] => {
  const { sums } = movement
  const isPayment = movement.kind === 'REPAYMENT' || sums.principal + sums.interest + sums.penalty !== 0
  const part = (amount: number): Cell => (isPayment ? amount : null)
  return [
    'Mutasi',
    accountNames[movement.account],
    movement.seq,
    movement.at.toISOString(),
    movement.valueDate,
    kindName(movement),
    movement.number,
    movement.loanNumber,
    part(sums.principal),
    part(sums.interest),
    part(sums.penalty),
    part(sums.tax),
    movement.amount,
    movement.balanceAfter,
    null,
    null,
    noteOf(movement, from),
    movement.transferId,
  ]
}
