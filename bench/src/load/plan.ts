/** A funding request: the lender (index in the list of tokens), loan id, amount in whole rupiah, loan number. */
export type FundingRequest = [lender: number, loanId: number, amount: number, loanNumber: string]

export type LoadPlan = {
  port: number
  /** The number of keep-alive connections, each with one pending request. */
  clients: number
  /** The maximum seconds of the load, which ends earlier when the requests are used up. */
  seconds: number
  tokens: string[]
  requests: FundingRequest[]
}

/**
 * The result of a load. Latencies in milliseconds, from the first byte of the request to the last byte of the answer.
 */
export type LoadResult = {
  seconds: number
  /** Number of answers by HTTP status. */
  statuses: Record<string, number>
  /** Number of answers with status 503 but no Retry-After. */
  withoutRetryAfter: number
  /** CPU microseconds of the load generator per answer. */
  cpu: number
  /** Number of connections that broke with a pending request. */
  broken: number
  latency: Percentiles
  /** Latency of the answers with status 503. */
  refusalLatency: Percentiles
  /** The first answer that was neither 200 nor 503, for the error message. */
  surprise?: string
}

export type Percentiles = { p50: number; p99: number; max: number }
