import { businessDateOf } from '@pematang/contract/format/business-date'
import type {
  TransactionItem,
  TransactionStatusName,
  TransactionTypeName,
} from '@pematang/contract/reports/transactions/endpoints'
import type { TransactionStatus, TransactionType } from './filter.ts'

type Tone = 'ok' | 'warn' | 'bad'

const types: Record<TransactionTypeName, { value: TransactionType; label: string }> = {
  'Top Up': { value: '1', label: 'Top Up' },
  Funding: { value: '2', label: 'Pendanaan' },
  Repayment: { value: '5', label: 'Angsuran' },
  Withdraw: { value: '6', label: 'Tarik Dana' },
}

const statuses: Record<TransactionStatusName, { value: TransactionStatus; label: string; tone: Tone }> = {
  Success: { value: '1', label: 'Berhasil', tone: 'ok' },
  'In Progress': { value: '2', label: 'Diproses', tone: 'warn' },
  Failed: { value: '3', label: 'Gagal', tone: 'bad' },
}

export const typeLabel = (name: TransactionTypeName): string => types[name]?.label ?? name

/** The value of a transaction type in API calls. */
export const typeValue = (name: TransactionTypeName): TransactionType => types[name].value

/** The label of a paid withdrawal that the bank returned. */
const givenBackLabel = `${types.Withdraw.label} dikembalikan bank`
/** The label of cash that was taken over from a former system. */
const openingLabel = 'Saldo dialihkan'
/** The label of a reversal, by the type of the entry that it corrects. */
export const correctionLabel = (name: TransactionTypeName): string =>
  `Koreksi ${typeLabel(name).toLowerCase()}`
/**
 * The note of a reversal; the amount is whole rupiah, negative where money was debited. What is added for a withdrawal is
 * a debt, because the balance was too low.
 */
export const correctionNote = (name: TransactionTypeName, amount: number): string =>
  name === 'Withdraw' && amount > 0
    ? 'Kekurangan saldo, dipotong dari dana berikutnya'
    : amount < 0
      ? 'Ditarik kembali karena tercatat keliru'
      : 'Dikembalikan karena tercatat keliru'

/** Label and colour of a status; an unknown status is neutral. */
export const statusLook = (name: TransactionStatusName): { label: string; tone: Tone | 'idle' } =>
  statuses[name] ?? { label: name, tone: 'idle' }

export const heldSince = 'Ditahan sejak'

/** Whether the money was reserved on an earlier day, perhaps of another month, than that on which it moved. */
export const isReservedBefore = (
  row: Pick<TransactionItem, 'createdDate' | 'reservedDate'>,
): row is { createdDate: string; reservedDate: string } =>
  row.reservedDate !== null && businessDateOf(row.reservedDate) < businessDateOf(row.createdDate)

export const typeOptions: { value: TransactionType; label: string }[] = [
  { value: '', label: 'Semua jenis' },
  ...Object.values(types),
]

export const statusOptions: { value: TransactionStatus; label: string }[] = [
  { value: '', label: 'Semua status' },
  ...Object.values(statuses),
]

/** The label of a transaction, with what sets it apart from others of its type. */
export function labelOf({
  typeName,
  isCorrection,
  isGivenBack,
  isOpening,
}: Pick<TransactionItem, 'typeName' | 'isCorrection' | 'isGivenBack' | 'isOpening'>): string {
  if (isOpening) return isCorrection ? `Koreksi ${openingLabel.toLowerCase()}` : openingLabel
  if (isCorrection) return correctionLabel(typeName)
  return isGivenBack ? givenBackLabel : typeLabel(typeName)
}
