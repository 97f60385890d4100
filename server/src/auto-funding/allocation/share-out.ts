/** What there is of a loan; whole rupiah. `automatic` is at most `left`. */
export type Available = { left: number; automatic: number; minimum: number }

/** What those who ask for a loan want of it, in the order of the line, each at least the minimum, and the sum of it. */
export type Wanted = { wants: ArrayLike<number>; sum: number }

/**
 * Shares a loan among those who ask for it, in the order of the line. If what they want is there, each gets it. Otherwise
 * the amounts are whole steps of the loan's minimum: one step for each as far as they reach, from the head of the line,
 * then another for each who wants it, until nothing is left. What would stay below the minimum at the end goes to the
 * first who wants it, or a step is taken back from the last who was given one.
 * @returns what those at the head of the line get, 0 for nothing; who stands behind them gets nothing. What is left of the
 *   loan is then nothing or at least its minimum.
 */
export function shareOut({ wants, sum }: Wanted, { left, automatic, minimum }: Available): number[] {
  if (sum <= automatic && isAllowed(left - sum, minimum)) return Array.from(wants)
  const most = automatic === left ? left : Math.min(automatic, left - minimum)
  const steps = giveSteps(wants, { steps: Math.floor(most / minimum), minimum })
  const amounts = steps.map((count) => count * minimum)
  const remainder = left - amounts.reduce((total, amount) => total + amount, 0)
  if (isAllowed(remainder, minimum)) return amounts
  return automatic === left && giveRemainder(amounts, wants, remainder) ? amounts : takeBack(amounts, minimum)
}

const isAllowed = (remainder: number, minimum: number): boolean => remainder === 0 || remainder >= minimum

/** Equal steps for all: rounds from the head of the line, each of a step for everybody who wants one more. */
function giveSteps(
  wants: ArrayLike<number>,
  { steps, minimum }: { steps: number; minimum: number },
): number[] {
  const most = Array.from({ length: Math.max(0, Math.min(wants.length, steps)) }, (_, place) =>
    Math.floor((wants[place] ?? 0) / minimum),
  )
  const { level, left } = levelOf(most, steps)
  let further = left
  return most.map((wanted) => {
    const extra = wanted > level && further > 0 ? 1 : 0
    further -= extra
    return Math.min(wanted, level) + extra
  })
}

/** The steps that everybody can have who wants as many, and what is left for one more of some. */
function levelOf(most: readonly number[], steps: number): { level: number; left: number } {
  const ascending = most.toSorted((a, b) => a - b)
  let [level, left] = [0, steps]
  for (const [place, want] of ascending.entries()) {
    const others = ascending.length - place
    const rise = Math.min(want - level, Math.floor(left / others))
    level += rise
    left -= rise * others
    if (level < want) return { level, left }
  }
  return { level, left: 0 }
}

function giveRemainder(amounts: number[], wants: ArrayLike<number>, remainder: number): boolean {
  const first = amounts.findIndex((amount, place) => amount > 0 && amount + remainder <= (wants[place] ?? 0))
  if (first === -1) return false
  amounts[first] = (amounts[first] ?? 0) + remainder
  return true
}

/** The last step that was given: of those with the most, the last in the line. */
function takeBack(amounts: readonly number[], minimum: number): number[] {
  const last = amounts.lastIndexOf(amounts.reduce((most, amount) => Math.max(most, amount), 0))
  return amounts.map((amount, place) => (place === last ? amount - minimum : amount))
}
