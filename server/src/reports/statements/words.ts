import { formatDateLong } from '@pematang/contract/format/date'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { TransferKind } from '../../books/index.ts'
import type { StatementMovement } from './movements.ts'
import type { Ending } from './tally.ts'

export const accountNames = { LENDER_CASH: 'Utama', LENDER_CASH_ADDITIONAL: 'Tambahan' } as const

export const qualityNames = {
  LANCAR: 'Lancar',
  DALAM_PERHATIAN_KHUSUS: 'Dalam perhatian khusus (1-30 hari)',
  KURANG_LANCAR: 'Kurang lancar (31-60 hari)',
  DIRAGUKAN: 'Diragukan (61-90 hari)',
  MACET: 'Macet (lebih dari 90 hari)',
} as const

const kindNames: Partial<Record<TransferKind, string>> = {
  TOP_UP: 'Top Up',
  CASH_OPENING: 'Saldo Dialihkan',
  FUNDING: 'Pendanaan',
  REFUND: 'Pendanaan Dikembalikan',
  REPAYMENT: 'Angsuran',
  WITHDRAWAL: 'Tarik Dana',
  WITHDRAWAL_RETURN: 'Tarik Dana Dikembalikan Bank',
  REVERSAL: 'Koreksi',
  RECOVERY: 'Potongan atas Koreksi',
  ADVANCE: 'Talangan atas Koreksi',
}

export const kindName = ({ kind, isFee }: Pick<StatementMovement, 'kind' | 'isFee'>): string =>
  isFee ? 'Biaya Transfer' : (kindNames[kind] ?? kind)

/** The note on a movement that was reserved before, or whose value date is before the statement or the day of recording. */
export function noteOf(
  { valueDate, day, kind, reservedOn }: Pick<StatementMovement, 'valueDate' | 'day' | 'kind' | 'reservedOn'>,
  from: BusinessDate,
): string | null {
  const notes = [
    kind === 'REVERSAL' ? 'Koreksi atas pencatatan sebelumnya' : null,
    reservedOn && `Ditahan sejak ${formatDateLong(reservedOn)}`,
    kind === 'CASH_OPENING' ? 'Dari sistem sebelumnya' : null,
    valueDate < from
      ? `Tanggal nilai ${formatDateLong(valueDate)}, sebelum periode ini; dicatat ${formatDateLong(day)}`
      : valueDate < day
        ? `Dicatat ${formatDateLong(day)}`
        : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join('. ') : null
}

/** A sum of a statement; `percent` is a share with two decimals. */
export type SummaryLine = { label: string; amount: number; percent: number | null; note: string | null }

/** The sums of a statement in the order in which they are listed. */
export function summaryLines({ figures, portfolio, netReturn }: Ending): SummaryLine[] {
  const line = (label: string, amount: number, note: string | null = null) => ({
    ...{ label, amount, note },
    percent: null,
  })
  return [
    ...cashLines({ figures }),
    ...portfolio.quality.map(({ name, outstanding }) =>
      line(`Sisa pokok: ${qualityNames[name]}`, outstanding),
    ),
    line('Sisa pokok: belum dicairkan', portfolio.notPaidOut),
    line('Dihapusbukukan, masih ditagih', portfolio.writtenOff),
    line(
      'Hapus buku dalam periode',
      netReturn.lost,
      'Setelah dikurangi penerimaan dari pinjaman yang sudah dihapusbukukan',
    ),
    {
      ...line('Hasil bersih periode', netReturn.amount),
      percent: netReturn.percent === null ? null : Number.parseFloat(netReturn.percent.replace(',', '.')),
    },
    line('Rata-rata pokok yang disalurkan', netReturn.average),
  ]
}

/** The lines from the opening to the closing balance: the lines between them add up to the difference. */
export function cashLines({ figures }: Pick<Ending, 'figures'>): SummaryLine[] {
  const line = (label: string, amount: number) => ({ label, amount, percent: null, note: null })
  return [
    line('Saldo awal', figures.opening),
    line('Top up dan saldo dialihkan', figures.toppedUp),
    line('Dana disalurkan', -figures.lent),
    line('Pendanaan dikembalikan', figures.refunded),
    line('Pokok diterima', figures.principal),
    line('Bunga diterima', figures.interest),
    line('Denda diterima', figures.penalty),
    line('Pajak dipotong', -figures.tax),
    line('Tarik dana', -figures.withdrawn),
    line('Biaya transfer', -figures.fees),
    line('Koreksi (terutang atau sudah ditagih)', figures.adjusted),
    line('Saldo akhir', figures.closing),
  ]
}
