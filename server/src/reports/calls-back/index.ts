export { deleteOldTries } from './retention.ts'
export { announce } from './ring.ts'
