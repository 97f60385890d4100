export { businessToday } from './business-today.ts'
export { isWorkingDay } from './working-day.ts'
