/** Public interface of automatic funding. */
export { deleteEmptyRounds, holdDueRound } from './due.ts'
export { holdRound, prepareRound } from './hold-round.ts'
export { type Held, storeRound } from './store-round.ts'
export { replayRound } from './replay.ts'
export { findRounds } from './round-store.ts'
