export { formatPlace, numberAfter } from './cursor.ts'
export { numberAllEvents, type NumberedEvent } from './number.ts'
export { eventsAfter } from './read.ts'
