/** The available amount of a loan in whole rupiah. `automatic` is at most `left`. */
export type Available = { left: number; automatic: number; minimum: number }

/** The demand for a loan in queue order, each at least the minimum, and its sum. */
export type Wanted = { wants: ArrayLike<number>; sum: number }

/**
 * Splits a loan among the lenders of its queue. When the demand exceeds the loan, amounts are whole steps of the
 * loan's minimum: one step each from the head of the queue, then a second for each who wants it, and so on; a
 * remainder below the minimum goes to the first lender who wants it, or the last step is taken back.
 * @returns the amounts from the head of the queue, without the lenders at its end who get nothing
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

/** Equal steps: rounds from the head of the queue, each with one step for everybody who wants one more. */
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

/** How many full rounds of one step for every lender are possible, and how many steps remain for a partial round. */
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

/** Takes back the last step from the lender with the largest amount; of several, from the last one in the queue. */
function takeBack(amounts: readonly number[], minimum: number): number[] {
  const last = amounts.lastIndexOf(amounts.reduce((most, amount) => Math.max(most, amount), 0))
  return amounts.map((amount, place) => (place === last ? amount - minimum : amount))
}
