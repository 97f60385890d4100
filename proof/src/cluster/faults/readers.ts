import { setTimeout as sleep } from 'node:timers/promises'

/** The calls of the version that a host serves which only read, answer with JSON and need no parameter. */
export async function readCallsOf(host: string): Promise<string[]> {
  const answer = await fetch(`http://${host}/api/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, { get?: Operation }> }
  return Object.entries(paths).flatMap(([call, { get }]) => {
    const needs = get?.parameters?.some(({ required }) => required) ?? false
    const isJson = get?.responses?.['200']?.content?.['application/json'] !== undefined
    return get && isJson && !needs && !call.includes('{') ? [call] : []
  })
}

type Operation = {
  parameters?: { required?: boolean }[]
  responses?: Record<string, { content?: Record<string, unknown> }>
}

const restMs = 50
const answerWithinMs = 5_000

type ReaderOptions = { host: string; calls: readonly string[]; tokens: readonly string[]; clients: number }

/** Clients that read whatever a lender can look at, in turn, each time as another lender. */
export class Readers {
  /** Number of answers by status; `none` counts requests without an answer. */
  readonly answers: Record<string, number> = {}
  /** Answers that no client should see, e.g. 500. */
  readonly surprises: string[] = []
  readonly #options: ReaderOptions
  readonly #clients: Promise<void>[]
  #next = 0
  #ends = false

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#clients = Array.from({ length: options.clients }, () => this.#client())
  }

  async stop(): Promise<void> {
    this.#ends = true
    await Promise.all(this.#clients)
  }

  async #client(): Promise<void> {
    const { calls, tokens } = this.#options
    while (!this.#ends) {
      const turn = this.#next
      this.#next += 1
      await this.#read(calls[turn % calls.length] ?? '/readyz', tokens[turn % tokens.length] ?? '')
      await sleep(restMs)
    }
  }

  async #read(call: string, token: string): Promise<void> {
    const answer = await fetch(`http://${this.#options.host}${call}`, {
      headers: { 'X-Platform': 'WEB', 'Accept-Language': 'id', Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => null)
    const body = await answer?.text().catch(() => '')
    const status = answer === null ? 'none' : String(answer.status)
    this.answers[status] = (this.answers[status] ?? 0) + 1
    if (answer !== null && answer.status >= 500 && ![502, 503, 504].includes(answer.status))
      this.surprises.push(`${status} ${call} ${body?.slice(0, 300) ?? ''}`)
  }
}
