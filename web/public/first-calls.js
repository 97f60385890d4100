// Makes the first calls of the screen while its scripts load, for a lender with a session. The list is in the page
// (scripts/route-parts.ts); src/api/first-calls.ts hands the answers to the app.
;(() => {
  const base = '/api/v1'
  /** Reads the JSON data block of the page with this id. */
  const data = (/** @type {string} */ id) => document.getElementById(id)?.textContent ?? '{}'
  /** Reads an answer to its end: one that the screen then does not need would hold its connection for ever. */
  const read = async (/** @type {Response} */ response) => {
    const { status, headers } = response
    return new Response(await response.blob(), { status, headers })
  }
  try {
    const { apiBase } = /** @type {{ apiBase?: string }} */ (JSON.parse(data('config')))
    const user = localStorage.getItem('user') ?? '{}'
    const { token, userId } = /** @type {{ token?: string, userId?: number }} */ (JSON.parse(user))
    if (!token || location.search !== '' || (apiBase !== '' && apiBase !== base)) return
    const headers = {
      Authorization: `Bearer ${token}`,
      'X-User-Id': String(userId),
      'X-Platform': 'WEB',
      'Accept-Language': 'id',
    }
    const calls = /** @type {string[]} */ (JSON.parse(data('calls')))
    /** @type {Map<string, { token: string, answer: Promise<Response> }>} */
    const firstCalls = new Map()
    for (const call of calls) {
      const sent = fetch(base + call, {
        headers: { ...headers, 'X-Request-Id': crypto.randomUUID() },
        // Of one that never answers, the app would wait for the answer for ever.
        signal: AbortSignal.timeout(30_000),
      })
      const answer = sent.then(read)
      // The failure is ignored here: the app repeats the call and reports the error.
      answer.catch(() => undefined)
      firstCalls.set(base + call, { token, answer })
    }
    Object.assign(window, { firstCalls })
  } catch {
    // Without local storage or fetch, the app makes these calls itself.
  }
})()
