/** Schedules of loans and of their fundings, splits, taxes and the order of allocation: pure computations. */
export { type AllocationOrder, allocationOrders, usualOrder, withinInstallment } from './allocation-order.ts'
export { scheduleFundings, type Share, shareOut } from './funding-schedules.ts'
export { type NetSchedule, netSchedule } from './net-schedule.ts'
export { type Installment, type InterestType, buildSchedule, type ScheduleTerms } from './schedule.ts'
export type { TenorPeriod } from '@pematang/contract/format/tenor'
export { interestTypeIds, interestTypeNames, tenorPeriodIds, tenorPeriodNames } from './words.ts'
export { xirr } from './xirr.ts'
export { giveBackInMonth, type TaxMonth, taxOn, withholdInMonth, withholdTax } from './tax.ts'
