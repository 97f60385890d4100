import type { Context } from '../context.ts'
import { one, type Queryable } from '../platform/db/database.ts'
import type { LimitRule } from './rule.ts'

/** The most that a figure may be behind the books, in milliseconds (decision 0033). */
const maximumAge = 1_000

/** What is outstanding on the platform and, where a rule limits it, of all non-professional lenders; whole rupiah. */
export type PlatformFigures = { platform: number | null; nonProfessional: number | null }

type Snapshot = PlatformFigures & { border: number | null; at: number }

/** The income up to which lenders count as non-professional; null where their share is not limited. */
const borderOf = (rule: LimitRule): number | null =>
  rule.nonProfessionalSharePpm === null ? null : rule.incomeBorder

/**
 * The outstanding of the whole platform, as one process knows it: read at most once a second, by whoever needs it first.
 * Fundings of non-professional lenders that this process has accepted since are added at once, and stay added for a second
 * beyond the next reading, which may have missed one that was not committed yet.
 */
export class PlatformOutstanding {
  #snapshot: Snapshot | undefined
  #reading: Promise<Snapshot> | undefined
  #accepted: { at: number; amount: number }[] = []
  /** The sum of `#accepted`, which each decision needs. */
  #added = 0

  /**
   * Makes sure that the figures are fresh.
   * @param db the caller's transaction, so that waiting for a figure needs no second connection
   */
  async read(db: Queryable, { clock }: Pick<Context, 'clock'>, rule: LimitRule): Promise<void> {
    const border = borderOf(rule)
    if (!this.#fresh(clock.now().getTime(), border)) await this.#readNow(db, clock, border)
  }

  /** The figures of the last reading with what was accepted since. */
  get figures(): PlatformFigures {
    const { platform = null, nonProfessional = null } = this.#snapshot ?? {}
    return {
      platform,
      nonProfessional: nonProfessional === null ? null : nonProfessional + this.#added,
    }
  }

  /** Counts an accepted funding of a non-professional lender. One that is rolled back counts for a second or two. */
  add({ clock }: Pick<Context, 'clock'>, amount: number): void {
    this.#accepted.push({ at: clock.now().getTime(), amount })
    this.#added += amount
  }

  #fresh(now: number, border: number | null): Snapshot | undefined {
    const snapshot = this.#snapshot
    // A clock that was set back makes the figure unusable, not valid for longer.
    const isFresh = snapshot && now >= snapshot.at && now - snapshot.at < maximumAge
    return isFresh && (border === null || snapshot.border === border) ? snapshot : undefined
  }

  async #readNow(db: Queryable, clock: Context['clock'], border: number | null): Promise<void> {
    // The reading of another transaction can fail with it; then this one reads for itself.
    await this.#reading?.catch(() => undefined)
    if (this.#fresh(clock.now().getTime(), border)) return
    const reading = readFigures(db, clock.now().getTime(), border)
    this.#reading = reading
    try {
      const snapshot = await reading
      this.#snapshot = snapshot
      this.#accepted = this.#accepted.filter(({ at }) => at >= snapshot.at - maximumAge)
      this.#added = this.#accepted.reduce((sum, { amount }) => sum + amount, 0)
    } finally {
      if (this.#reading === reading) this.#reading = undefined
    }
  }
}

async function readFigures(db: Queryable, at: number, border: number | null): Promise<Snapshot> {
  const figures = await one<PlatformFigures>(
    db,
    border === null ? 'limits.platform' : 'limits.platform_and_group',
    border === null
      ? 'select platform_outstanding() as platform, null::bigint as "nonProfessional"'
      : 'select platform, non_professional as "nonProfessional" from platform_figures($1)',
    border === null ? [] : [border],
  )
  return { ...figures, border, at }
}
