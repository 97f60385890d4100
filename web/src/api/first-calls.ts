/** A call that public/first-calls.js has made with this token while the scripts were loading. */
type FirstCall = { token: string; answer: Promise<Response> }

/** Milliseconds after the start of the page during which an answer counts as fresh: as long as that of a query. */
const fresh = 10_000

/**
 * The answer of a call that the page made before its scripts loaded. Each answer can be taken once.
 * @returns null if the call was not made, was made with another token, is too old or failed
 */
export async function takeFirstAnswer(url: string, token: string | undefined): Promise<Response | null> {
  const { firstCalls } = globalThis as { firstCalls?: Map<string, FirstCall> }
  const made = firstCalls?.get(url)
  firstCalls?.delete(url)
  if (!made || made.token !== token || performance.now() > fresh) return null
  return made.answer.catch(() => null)
}

/**
 * The figures of the lender from which public/first-balance.js has written the balance, or undefined.
 * @param token reads that of the current session; figures of another are not returned
 */
export function firstSummary<T>(token: () => string | undefined): T | undefined {
  const { firstSummary: shown } = globalThis as { firstSummary?: { token: string; figures: T } }
  return shown && shown.token === token() && performance.now() <= fresh ? shown.figures : undefined
}
