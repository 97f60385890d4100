import type { InstallmentItem } from '@pematang/contract/reports/portfolio/endpoints'

type Look = { tone: 'ok' | 'bad' | 'idle'; label: string }

const looks: Record<InstallmentItem['statusName'], Look> = {
  PAID: { tone: 'ok', label: 'Lunas' },
  ACTIVE: { tone: 'idle', label: 'Terjadwal' },
  LATE: { tone: 'bad', label: 'Terlambat' },
}

/** Colour and label of an installment's status (specification, section 4, in Indonesian); an unknown status is neutral. */
export const installmentLook = (status: string): Look =>
  Object.hasOwn(looks, status)
    ? looks[status as InstallmentItem['statusName']]
    : { tone: 'idle', label: status }
