import type { Choices } from '../../seed/random.ts'
import { oneWay } from './costs.ts'
import type { Timeline } from './timeline.ts'

/** Of a hundred: packets that are lost, that arrive twice, and that are late by up to `latest` milliseconds. */
export type Weather = { lost: number; repeated: number; late: number; latest: number }

export const calm: Weather = { lost: 0, repeated: 0, late: 0, latest: 0 }
/** The number that a client has on the network; cells are numbered from zero. */
export const clientSide = -1

/** Carries packets between cells, and between clients and cells; late ones are overtaken by those that follow. */
export class Network {
  weather: Weather = calm
  /** Cells that no other cell reaches. Clients reach them, as an isolated cell goes on with what is local. */
  readonly isolated = new Set<number>()
  carried = 0
  readonly #timeline: Timeline
  readonly #choices: Choices

  constructor(timeline: Timeline, choices: Choices) {
    this.#timeline = timeline
    this.#choices = choices
  }

  carry(from: number, to: number, arrive: () => void): void {
    this.carried += 1
    const isBetweenCells = from !== clientSide && to !== clientSide
    if (isBetweenCells && (this.isolated.has(from) || this.isolated.has(to))) return
    const { lost, repeated } = this.weather
    if (this.#happens(lost)) return
    this.#timeline.after(this.#delay(), arrive)
    if (this.#happens(repeated)) this.#timeline.after(this.#delay(), arrive)
  }

  #delay(): number {
    const { late, latest } = this.weather
    return this.#happens(late) ? oneWay + this.#choices.below(latest) : oneWay
  }

  #happens(share: number): boolean {
    return share > 0 && this.#choices.inHundred(share)
  }
}
