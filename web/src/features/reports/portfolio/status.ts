import type {
  LoanStatusName,
  PortfolioFilterStatus,
  PortfolioSort,
} from '@pematang/contract/reports/portfolio/endpoints'
import { portfolioSorts, portfolioStatuses } from './filter.ts'

type Look = {
  tone: 'ok' | 'warn' | 'bad' | 'idle'
  label: string
  /** An explanation for the lender; null for an unknown status. */
  meaning: string | null
}

const looks: Record<LoanStatusName, Look> = {
  ACTIVE: {
    tone: 'ok',
    label: 'Active',
    meaning: 'Pinjaman berjalan dan tidak ada angsuran yang terlambat.',
  },
  FUNDED: {
    tone: 'warn',
    label: 'Funded',
    meaning: 'Pendanaan Anda tercatat, dan pinjaman belum dicairkan kepada Penerima Dana.',
  },
  LATE: {
    tone: 'bad',
    label: 'Late',
    meaning: 'Ada angsuran yang sudah jatuh tempo dan belum dibayar penuh.',
  },
  RESTRUCTURE: {
    tone: 'idle',
    label: 'Direstrukturisasi',
    meaning: 'Syarat pinjaman diubah atas persetujuan, dan angsuran mengikuti jadwal yang baru.',
  },
  REPAID: { tone: 'idle', label: 'Lunas', meaning: 'Pokok dan bunga pinjaman sudah dibayar lunas.' },
  WRITTEN_OFF: {
    tone: 'idle',
    label: 'Dihapusbukukan',
    meaning: 'Sisa pinjaman dianggap tidak kembali; yang masih tertagih tetap diteruskan kepada Anda.',
  },
  REFUNDED: {
    tone: 'idle',
    label: 'Dikembalikan',
    // Of a loan that was paid out before this system nothing was taken.
    meaning: 'Pinjaman batal, dan dana yang sempat diambil untuknya dari Cash Balance sudah kembali.',
  },
}

/** Colour, label and meaning of a loan's status (specification, section 4); an unknown status is neutral. */
export const statusLook = (status: string): Look =>
  Object.hasOwn(looks, status)
    ? looks[status as LoanStatusName]
    : { tone: 'idle', label: status, meaning: null }

/** Whether a row expands. A loan has no installments before it is paid out (specification, section 4). */
export const canExpand = (status: string): boolean => status !== 'FUNDED'

/**
 * The word before the day of the oldest installment that is not paid in full.
 * @param daysLate days since that day, 0 while it has not passed
 */
export const dueLabel = (daysLate: number): string => (daysLate > 0 ? 'Belum lunas' : 'Berikutnya')

const optionLabel = (status: PortfolioFilterStatus): string =>
  status === 'UNSIGNED' ? 'Menunggu tanda tangan' : looks[status].label

export const statusOptions: { value: PortfolioFilterStatus | ''; label: string }[] = [
  { value: '', label: 'Semua status' },
  ...portfolioStatuses.map((value) => ({ value, label: optionLabel(value) })),
]

const sortLabels: Record<PortfolioSort, string> = {
  DUE: 'Jatuh tempo terdekat',
  PRINCIPAL: 'Sisa pokok terbesar',
  AMOUNT: 'Pendanaan terbesar',
  RATE: 'Bunga tertinggi',
  NAME: 'Nama Penerima Dana',
}

export const sortOptions: { value: PortfolioSort | ''; label: string }[] = [
  { value: '', label: 'Terbaru' },
  ...portfolioSorts.map((value) => ({ value, label: sortLabels[value] })),
]
