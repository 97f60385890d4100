import type { StaffRight } from '@pematang/contract/staff/rights'

/** The rights of staff in words. */
export const rightWords: Record<StaffRight, string> = {
  LOOK: 'Melihat',
  WORK: 'Mengajukan',
  DECIDE: 'Memutuskan',
  ADMIN: 'Mengurus staf',
}
