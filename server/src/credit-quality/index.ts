/** The door of credit quality: the figures of now, of any day, and of closed days. */
export { closeDay } from './close-day.ts'
export { closeDays, closeWhatIsOver } from './close-days.ts'
export { type ClosedDay, type LateLoan, listClosedDays, listLateLoans } from './closed-days.ts'
export { measureNow, qualityOn } from './measure.ts'
