/** A call that public/first-calls.js has made with this token while the scripts were loading. */
type FirstCall = { token: string; answer: Promise<Response> }

/** Milliseconds after the start of the page in which an answer counts as fresh; as long as a query does. */
const fresh = 10_000

/**
 * The answer of a call that the page has made already; each is handed out once.
 * @returns null where there is none: not made, made with another token, too old, or failed on the way
 */
export async function takeFirstAnswer(url: string, token: string | undefined): Promise<Response | null> {
  const { firstCalls } = globalThis as { firstCalls?: Map<string, FirstCall> }
  const made = firstCalls?.get(url)
  firstCalls?.delete(url)
  if (!made || made.token !== token || performance.now() > fresh) return null
  return made.answer.catch(() => null)
}
