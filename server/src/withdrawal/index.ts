export { everyIdleCash, type IdleLender } from './idle-cash/idle-cash.ts'
