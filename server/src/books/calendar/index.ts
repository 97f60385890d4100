/** The business day by the database's time, and which days are working days. */
export { businessToday } from './business-today.ts'
export { isWorkingDay } from './working-day.ts'
