import type { TransactionStatusName, TransactionTypeName } from '@pematang/contract/transactions/endpoints'
import type { TransactionStatus, TransactionType } from './filter.ts'

type Tone = 'ok' | 'warn' | 'bad'

const types: Record<TransactionTypeName, { value: TransactionType; label: string }> = {
  'Top Up': { value: '1', label: 'Top Up' },
  Funding: { value: '2', label: 'Pendanaan' },
  Repayment: { value: '5', label: 'Pengembalian' },
  Withdraw: { value: '6', label: 'Tarik Dana' },
}

const statuses: Record<TransactionStatusName, { value: TransactionStatus; label: string; tone: Tone }> = {
  Success: { value: '1', label: 'Berhasil', tone: 'ok' },
  'In Progress': { value: '2', label: 'Diproses', tone: 'warn' },
  Failed: { value: '3', label: 'Gagal', tone: 'bad' },
}

/** What a lender reads for a type. */
export const typeLabel = (name: TransactionTypeName): string => types[name]?.label ?? name

/** Word and colour of a status; one that is not known is neutral. */
export const statusLook = (name: TransactionStatusName): { label: string; tone: Tone | 'idle' } =>
  statuses[name] ?? { label: name, tone: 'idle' }

export const typeOptions: { value: TransactionType; label: string }[] = [
  { value: '', label: 'Semua jenis' },
  ...Object.values(types),
]

export const statusOptions: { value: TransactionStatus; label: string }[] = [
  { value: '', label: 'Semua status' },
  ...Object.values(statuses),
]
