import { formatDateLong } from '@pematang/contract/format/date'
import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { CompanyRule } from '@pematang/contract/lenders/company/rules'

/** From which day each member needs a second factor. */
export const factorDayText = (day: string | null): string =>
  day === null ? 'Tidak wajib' : `Wajib mulai ${formatDateLong(day)}`

/** When a rule asks for a decision and by how many, in one line; without a rule nothing is asked. */
export const ruleText = (rule: CompanyRule | undefined): string =>
  rule === undefined
    ? 'Tidak diminta'
    : `${rule.deciders} orang, ${rule.from === null ? 'setiap kali' : `mulai ${formatRupiah(rule.from)}`}, dalam ${rule.hours} jam`
