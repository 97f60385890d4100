import { setTimeout as sleep } from 'node:timers/promises'
import { type Part, parts, type System } from '../system/system.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

export type Target = Part | 'database'
export const targets: readonly Target[] = [...parts, 'database']

/** Kills processes of the system under test while operations are under way, and starts them again. */
export class Killing {
  readonly kills: Record<string, number> = {}
  readonly #system: System
  readonly #choices: Choices
  readonly #every: number
  readonly #targets: readonly Target[]
  #next: number
  #isKilling = false
  #last = Promise.resolve()

  /** @param every the average number of operations between two kills; 0 for none */
  constructor(
    system: System,
    choices: Choices,
    { every, only = targets }: { every: number; only?: readonly Target[] | undefined },
  ) {
    this.#system = system
    this.#choices = choices
    this.#every = every
    this.#targets = only.filter((one) => one === 'database' || system.parts.includes(one))
    this.#next = every === 0 ? Number.POSITIVE_INFINITY : this.#pause()
  }

  /** Called before each operation with the number of operations so far; kills a process where it is time. */
  tick(operations: number): void {
    if (operations < this.#next || this.#isKilling) return
    this.#next = operations + this.#pause()
    this.#isKilling = true
    this.#last = this.#kill()
    // Where a process does not start again, `ended` throws, and no other is killed until then.
    this.#last.then(
      () => (this.#isKilling = false),
      () => {},
    )
  }

  /**
   * Waits until the killed process runs again.
   * @throws Error where it does not
   */
  ended(): Promise<void> {
    return this.#last
  }

  #pause(): number {
    return Math.ceil(this.#every / 2) + this.#choices.below(this.#every)
  }

  async #kill(): Promise<void> {
    // In the middle of the operations that have just begun.
    await sleep(this.#choices.below(40))
    const part = this.#choices.one(this.#targets) ?? 'http'
    this.kills[part] = (this.kills[part] ?? 0) + 1
    if (part === 'database') await this.#system.crashDatabase().catch(() => {})
    else await this.#system.kill(part)
  }
}
