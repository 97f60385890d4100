/**
 * Milliseconds after which an answer that has not come counts as lost, as after a cut connection. More than the server
 * itself takes before it answers that it is busy.
 */
const longestWait = 30_000

/**
 * Sends a request and reads its answer within the limit.
 * @param read reads the answer; calls `comes` to lift the limit, for a file that may take long on a slow network
 * @throws what `fetch` throws, or a text at the limit; the server may have done what was asked
 */
export async function fetchWithin<Answer>(
  url: string,
  init: RequestInit,
  read: (response: Response, comes: () => void) => Promise<Answer>,
): Promise<Answer> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort('no answer'), longestWait)
  const stop = () => clearTimeout(timer)
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  try {
    return await read(await fetch(url, { ...init, signal }), stop)
  } finally {
    stop()
  }
}
