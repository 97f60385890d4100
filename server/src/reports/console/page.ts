import type { Fact } from '@pematang/contract/staff/objects'
import type { ObjectRef } from '@pematang/contract/staff/fields'
import { formatDateLong, formatDateTimeLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'

type More = { reveals?: Fact['reveals']; about?: ObjectRef }

/** A fact of a page; nothing where there is no value. */
export const fact = (label: string, value: string | null | undefined, more: More = {}): Fact[] =>
  value === null || value === undefined || value === ''
    ? []
    : [{ label, value, reveals: more.reveals ?? null, about: more.about ?? null }]

export const sumFact = (label: string, amount: number | null, more: More = {}): Fact[] =>
  fact(label, amount === null ? null : formatRupiah(amount), more)

export const dayFact = (label: string, day: string | null): Fact[] =>
  fact(label, day === null ? null : formatDateLong(new Date(`${day}T00:00:00+07:00`)))

export const timeFact = (label: string, at: Date | null): Fact[] =>
  fact(label, at === null ? null : formatDateTimeLong(at))

export const lenderRef = (lenderId: number): ObjectRef => ({ kind: 'LENDER', id: String(lenderId) })
export const loanRef = (loanNumber: string): ObjectRef => ({ kind: 'LOAN', id: loanNumber })
export const withdrawalRef = (id: string): ObjectRef => ({ kind: 'WITHDRAWAL', id })
export const paymentRef = (id: string): ObjectRef => ({ kind: 'PAYMENT', id })
