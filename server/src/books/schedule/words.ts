import type { TenorPeriod } from '@pematang/contract/format/tenor'
import type { InterestType } from './schedule.ts'

/** Indonesian names of the tenor periods, and their numbers in the API. */
export const tenorPeriodNames: Record<TenorPeriod, string> = { DAY: 'Hari', WEEK: 'Minggu', MONTH: 'Bulan' }
export const tenorPeriodIds: Record<TenorPeriod, number> = { DAY: 1, WEEK: 2, MONTH: 3 }
export const interestTypeNames: Record<InterestType, string> = {
  ANNUITY: 'Anuitas',
  FLAT: 'Flat',
  BULLET: 'Bullet',
}
export const interestTypeIds: Record<InterestType, number> = { ANNUITY: 1, FLAT: 2, BULLET: 3 }
