/**
 * Milliseconds without a sign of an answer, or of its next part, after which it counts as lost, as after a cut
 * connection. More than the server itself takes before it answers that it is busy.
 */
const longestSilence = 30_000

/**
 * `fetch` with a limit for every silence: before the answer, and within its body. A long download on a slow network
 * goes on as long as something comes.
 * @throws DOMException TimeoutError, here or where the body is read; the server may have done what was asked
 */
export async function fetchWithin(
  url: string,
  init: RequestInit,
  silence = longestSilence,
): Promise<Response> {
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => limit.abort(new DOMException('no answer', 'TimeoutError')), silence)
  }
  const signal = init.signal ? AbortSignal.any([init.signal, limit.signal]) : limit.signal
  wait()
  try {
    const response = await fetch(url, { ...init, signal })
    wait()
    if (response.body !== null) return watched(response, { wait, end: () => clearTimeout(timer) })
    clearTimeout(timer)
    return response
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** The same answer, whose every part begins a new wait. */
function watched(
  { body, status, headers }: Response,
  { wait, end }: { wait: () => void; end: () => void },
): Response {
  const parts = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      wait()
      controller.enqueue(part)
    },
    flush: end,
  })
  return new Response(body?.pipeThrough(parts), { status, headers })
}
