export { addDays, addMonths, type BusinessDate, daysBetween } from './calendar.ts'
export { type Installment, type InterestType, makeSchedule, type ScheduleTerms } from './schedule.ts'
export { splitByLargestRemainder } from './split.ts'
export { withholdTax } from './tax.ts'
