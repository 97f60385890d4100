import type { LoanStatusName } from '@pematang/contract/portfolio/endpoints'
import type { PortfolioStatusFilter } from './filter.ts'

type Look = { tone: 'ok' | 'warn' | 'bad' | 'idle'; label: string }

const looks: Record<LoanStatusName, Look> = {
  ACTIVE: { tone: 'ok', label: 'Active' },
  FUNDED: { tone: 'warn', label: 'Funded' },
  LATE: { tone: 'bad', label: 'Late' },
  RESTRUCTURE: { tone: 'idle', label: 'Restructure' },
  REPAID: { tone: 'idle', label: 'Lunas' },
  WRITTEN_OFF: { tone: 'idle', label: 'Hapus Buku' },
  REFUNDED: { tone: 'idle', label: 'Dikembalikan' },
}

/** Colour and word of a loan's status (specification, section 4); one that is not known is neutral. */
export const statusLook = (status: string): Look =>
  Object.hasOwn(looks, status) ? looks[status as LoanStatusName] : { tone: 'idle', label: status }

/** Before a loan is paid out it has no installments: its row does not open (specification, section 4). */
export const canExpand = (status: string): boolean => status !== 'FUNDED'

export const statusOptions: { value: PortfolioStatusFilter | ''; label: string }[] = [
  { value: '', label: 'Semua status' },
  { value: 'ACTIVE', label: looks.ACTIVE.label },
  { value: 'FUNDED', label: looks.FUNDED.label },
  { value: 'LATE', label: looks.LATE.label },
]
