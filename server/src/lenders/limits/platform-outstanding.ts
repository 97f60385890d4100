import type { Context } from '../../context.ts'
import { one, type Queryable } from '../../platform/db/database.ts'
import type { LimitRule } from './rule.ts'

/** The maximum age of a platform figure in milliseconds (decision 0033). */
const maximumAge = 1_000

/** The outstanding sums of the platform and, if a rule limits it, of all non-professional lenders; whole rupiah. */
export type PlatformFigures = { platform: number | null; nonProfessional: number | null }

type Snapshot = PlatformFigures & { border: number | null; at: number }

/** The yearly income up to which lenders count as non-professional; null if their share is not limited. */
const borderOf = (rule: LimitRule): number | null =>
  rule.nonProfessionalSharePpm === null ? null : rule.incomeBorder

/**
 * The outstanding sum of the whole platform as cached by one process, read at most once a second when a decision needs
 * it. Fundings of non-professional lenders accepted by this process are added at once. They stay added for a second
 * after the next reading, which may have missed uncommitted ones.
 */
export class PlatformOutstanding {
  #snapshot: Snapshot | undefined
  #reading: Promise<Snapshot> | undefined
  #accepted: { at: number; amount: number }[] = []
  /** The sum of `#accepted`, cached because each decision needs it. */
  #added = 0

  /**
   * Makes sure that the figures are fresh.
   * @param db the caller's transaction, so that waiting for a figure needs no second connection
   */
  async read(db: Queryable, { clock }: Pick<Context, 'clock'>, rule: LimitRule): Promise<void> {
    const border = borderOf(rule)
    if (!this.#fresh(clock.now().getTime(), border)) await this.#readNow(db, clock, border)
  }

  /** The figures of the last reading plus the amounts accepted since. */
  get figures(): PlatformFigures {
    const { platform = null, nonProfessional = null } = this.#snapshot ?? {}
    return {
      platform,
      nonProfessional: nonProfessional === null ? null : nonProfessional + this.#added,
    }
  }

  /**
   * Adds an accepted funding of a non-professional lender. If its transaction is rolled back, it still counts for a
   * second or two.
   */
  add({ clock }: Pick<Context, 'clock'>, amount: number): void {
    this.#accepted.push({ at: clock.now().getTime(), amount })
    this.#added += amount
  }

  #fresh(now: number, border: number | null): Snapshot | undefined {
    const snapshot = this.#snapshot
    // A clock that was set back makes the figure invalid, instead of extending its validity.
    const isFresh = snapshot && now >= snapshot.at && now - snapshot.at < maximumAge
    return isFresh && (border === null || snapshot.border === border) ? snapshot : undefined
  }

  async #readNow(db: Queryable, clock: Context['clock'], border: number | null): Promise<void> {
    // The reading in progress belongs to another transaction and may fail with it; then this one reads again.
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
    border === null ? 'lenders.limits.platform' : 'lenders.limits.platform_and_group',
    border === null
      ? 'select platform_outstanding() as platform, null::bigint as "nonProfessional"'
      : 'select platform, non_professional as "nonProfessional" from platform_figures($1)',
    border === null ? [] : [border],
  )
  return { ...figures, border, at }
}
