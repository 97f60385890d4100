import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoadConnection, type RawAnswer } from './connection.ts'
import { percentiles } from './percentiles.ts'
import type { FundingRequest, LoadPlan, LoadResult } from './plan.ts'

// The load generator process: a closed loop in which each client sends its next request as soon as the last one is
// answered. It sends `ready` when all connections are open, starts on `go`, and sends its result.

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadPlan
const heads = plan.tokens.map(
  (token) =>
    'POST /api/v1/funding HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Platform: WEB\r\nAccept-Language: id\r\n' +
    `Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\n`,
)

const latencies: number[] = []
const refusalLatencies: number[] = []
const statuses: Record<string, number> = {}
let withoutRetryAfter = 0
let broken = 0
let surprise: string | undefined
let next = 0
let until = 0
let started = 0
let lastAnswer = 0

function textOf([lender, loanId, amount, loanNumber]: FundingRequest): string {
  const body = `{"loanId":${loanId},"amount":${amount},"loanNumber":"${loanNumber}"}`
  return `${heads[lender]}Idempotency-Key: ${randomUUID()}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

/** Opens a client. The returned function sends requests until the time is over or none are left. */
async function openClient(): Promise<() => Promise<void>> {
  const end = Promise.withResolvers<void>()
  let asked = 0
  const ask = () => {
    const request = plan.requests[next]
    if (!request || performance.now() >= until) return end.resolve()
    next += 1
    asked = performance.now()
    connection.ask(textOf(request))
  }
  const onAnswer = (answer: RawAnswer) => {
    lastAnswer = performance.now()
    count(answer, lastAnswer - asked)
    if (answer.status !== 503) return ask()
    void sleep((answer.retryAfter ?? 1) * 1000).then(ask)
  }
  const connection = await LoadConnection.open(plan.port, onAnswer, () => {
    broken += 1
    end.resolve()
  })
  return async () => {
    ask()
    await end.promise
    connection.close()
  }
}

function count({ status, retryAfter, head, body }: RawAnswer, milliseconds: number): void {
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status === 503) {
    refusalLatencies.push(milliseconds)
    if (retryAfter === null) withoutRetryAfter += 1
  } else {
    latencies.push(milliseconds)
    if (status !== 200) surprise ??= `${head.slice(0, 40)} ${body.slice(0, 300)}`
  }
}

async function main(): Promise<LoadResult> {
  const clients: (() => Promise<void>)[] = []
  // In groups, so that the server need not accept all connections in the same instant.
  while (clients.length < plan.clients) {
    const some = plan.clients - clients.length
    clients.push(...(await Promise.all(Array.from({ length: Math.min(50, some) }, openClient))))
  }
  const go = new Promise((resolve) => process.once('message', resolve))
  process.send?.('ready')
  await go
  const cpu = process.cpuUsage()
  started = performance.now()
  until = started + plan.seconds * 1000
  await Promise.all(clients.map((client) => client()))
  const { user, system } = process.cpuUsage(cpu)
  return {
    cpu: (user + system) / Math.max(1, latencies.length + refusalLatencies.length),
    seconds: (lastAnswer - started) / 1000,
    statuses,
    withoutRetryAfter,
    broken,
    latency: percentiles(latencies),
    refusalLatency: percentiles(refusalLatencies),
    ...(surprise ? { surprise } : {}),
  }
}

process.once('disconnect', () => process.exit(1))
const result = await main()
process.send?.(result, () => process.exit(0))
