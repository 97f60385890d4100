import type { Member } from '../patroni.ts'
import type { ClusterState } from '../state.ts'

/** Breaks a part of the cluster; the returned function repairs it. */
type Break = (fault: Situation) => Promise<() => Promise<void>>

export type Situation = {
  state: ClusterState
  members: readonly Member[]
  /** A pseudo-random number from 0 to 1, determined by the seed. */
  random: () => number
}

export type FaultKind = {
  name: string
  words: string
  /** Seconds for which the part stays broken. */
  lasts: number
  rounds: number
  /** The longest outage that is wanted, seconds; null where nothing was set. */
  aimSeconds: number | null
  /** Seconds that the cause or the repair takes, where it is not a moment. */
  takes?: number
  cause: Break
}
