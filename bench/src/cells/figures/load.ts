import { percentiles } from '../../load/percentiles.ts'
import { Choices } from '../../seed/random.ts'
import { concurrency } from '../engine/costs.ts'
import { Platform } from '../engine/platform.ts'

export type Load = {
  seed: number
  cells: number
  /** Loans of all cells in turn, or one loan. */
  spread: 'spread' | 'hot'
  /** Clients of each cell that ask again as soon as they have their answer; or fundings a second that come whatever happens. */
  clients?: number
  rate?: number
  fundings: number
}

export type LoadFigures = {
  rate: number
  p50: number
  p99: number
  /** Of a hundred fundings, those whose loan is at another cell. */
  crossing: number
  /** Packets and bytes between cells for each funding. */
  packets: number
  bytes: number
  /** Of a hundred, how much of its two cores the busiest cell uses. */
  busiest: number
}

const [lenders, loans] = [64_000, 64_000]
/** The first fundings, until the queues are as long as they stay, do not count. */
const warmUp = 0.1

/** Simulates fundings without faults; none of them is signed, as in the bench of fundings over HTTP. */
export function simulateLoad(load: Load): LoadFigures {
  const choices = new Choices(load.seed)
  const forever = 1e9
  const platform = new Platform(load.cells, choices, {
    ...{ broken: null, answerAfter: forever, expiresAfter: forever },
  })
  for (let id = 0; id < lenders; id += 1) platform.addLender(id, Number.MAX_SAFE_INTEGER / lenders)
  for (let id = 0; id < loans; id += 1) platform.addLoan(id, Number.MAX_SAFE_INTEGER)
  const driver = new Driver(platform, choices, load)
  if (load.rate === undefined) driver.keepAsking(load.clients ?? 64)
  else driver.askInTime(load.rate)
  while (driver.latencies.length < load.fundings && platform.timeline.next());
  return driver.figures()
}

class Driver {
  readonly latencies: number[] = []
  #begun = 0
  #crossed = 0
  #warmAt = 0
  readonly #platform: Platform
  readonly #choices: Choices
  readonly #load: Load

  constructor(platform: Platform, choices: Choices, load: Load) {
    this.#platform = platform
    this.#choices = choices
    this.#load = load
  }

  /** A closed loop: each client asks again when it is answered, always at its cell. */
  keepAsking(clients: number): void {
    for (let client = 0; client < clients * this.#load.cells; client += 1) {
      const again = (): void => this.#ask(client % this.#load.cells, again)
      again()
    }
  }

  /** An open loop: intervals between fundings are distributed exponentially. */
  askInTime(rate: number): void {
    const next = (): void => {
      this.#ask(this.#choices.below(this.#load.cells), () => {})
      const uniform = (this.#choices.below(1_000_000) + 1) / 1_000_000
      this.#platform.timeline.after((-Math.log(uniform) / rate) * 1_000, next)
    }
    next()
  }

  #ask(number: number, then: () => void): void {
    const { timeline, cells } = this.#platform
    const cell = cells[number]
    if (!cell) throw new Error(`there is no cell ${number}`)
    const size = cells.length
    const lender = this.#choices.below(lenders / size) * size + number
    const loan = this.#load.spread === 'hot' ? 0 : this.#choices.below(loans)
    const home = this.#platform.numberOf(loan)
    this.#begun += 1
    if (home !== number) this.#crossed += 1
    const begun = timeline.now
    cell.fund({ key: `${this.#begun}`, lender, loan, home, amount: 1 }, () => {
      this.latencies.push(timeline.now - begun)
      if (this.latencies.length === Math.floor(this.#load.fundings * warmUp)) this.#warmAt = timeline.now
      then()
    })
  }

  figures(): LoadFigures {
    const { timeline, traffic, network, cells } = this.#platform
    const warm = this.latencies.slice(Math.floor(this.#load.fundings * warmUp))
    const { p50, p99 } = percentiles(warm)
    const each = (sum: number) => sum / this.#begun
    return {
      rate: (warm.length / (timeline.now - this.#warmAt)) * 1_000,
      ...{ p50, p99, crossing: 100 * each(this.#crossed) },
      ...{ packets: each(network.carried), bytes: each(traffic.bytes) },
      busiest: (100 * Math.max(...cells.map(({ worked }) => worked))) / (concurrency * timeline.now),
    }
  }
}
