/** One funding to ask for: who (place in the list of tokens), on which loan, how much in whole rupiah, its number. */
export type FundingRequest = [lender: number, loanId: number, amount: number, loanNumber: string]

/** What the process that makes the load is told, as JSON in a file. */
export type LoadPlan = {
  port: number
  /** Connections that are kept, each with one request under way. */
  clients: number
  /** Ends earlier where the requests are used up. */
  seconds: number
  tokens: string[]
  requests: FundingRequest[]
}

/** What came of it. Latencies are in milliseconds, from the request's first byte out to the answer's last byte in. */
export type LoadResult = {
  seconds: number
  /** Answers by HTTP status. */
  statuses: Record<string, number>
  /** Answers 503 without a Retry-After. */
  withoutRetryAfter: number
  /** CPU microseconds that the load itself took for one answer. */
  cpu: number
  /** Connections that broke with a request under way. */
  broken: number
  /** True where the requests did not last for the whole time. */
  usedUp: boolean
  latency: Percentiles
  /** Of the answers 503 alone. */
  refusalLatency: Percentiles
  /** The first answer that was neither 200 nor 503, to tell what went wrong. */
  surprise?: string
}

export type Percentiles = { p50: number; p99: number; max: number }
