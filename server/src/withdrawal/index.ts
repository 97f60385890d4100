export { everyIdleCash, type IdleLender } from './idle-cash/idle-cash.ts'
export { watchWithdrawals } from './metrics.ts'
export { reconcileDay, reconcileWhatIsOver } from './reconcile/reconcile.ts'
export { withdrawalsUnderWay } from './store.ts'
