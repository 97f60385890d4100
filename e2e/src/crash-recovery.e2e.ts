import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { artifacts } from './artifacts.ts'
import { FundingStorm, type FundingAttempt } from './funding-storm.ts'
import { LenderApi, type OfferedLoan, type PortfolioRow } from './lender-api.ts'
import { Operator } from './operator.ts'
import { type Part, Product, readLog, withoutConsole } from './product.ts'
import { until } from './waiting.ts'

/** The number of processes that are killed; a long run sets KILLS=50. */
const kills = Number(process.env.KILLS ?? 7)
/** The processes killed together: one part, or two so that no process is left to restart the other. */
const victims: Part[][] = [
  ['http'],
  ['worker'],
  ['sandbox'],
  ['postmaster'],
  ['backend'],
  ['supervisor'],
  ['supervisor', 'postmaster'],
]
const lendersAtOnce = 8
/**
 * Milliseconds. The job of a killed worker is taken over only after its lease has expired, and may then be delayed once
 * more.
 */
const settleLimitMs = 240_000

let product: Product
let operator: Operator

beforeAll(async () => {
  // No demo loans are needed. The short interval finds signatures whose callback was lost by a kill. The limits are
  // high, because all lenders share an IP address and each reads an agreement for every attempt.
  product = await Product.make({
    ...withoutConsole,
    DEMO: 'off',
    SIGNATURE_POLL_SECONDS: '2',
    LIMIT_AGREEMENT_ACCOUNT: '1000000/60',
    LIMIT_AGREEMENT_DEVICE: '1000000/60',
    LIMIT_AGREEMENT_ADDRESS: '1000000/60',
  })
  operator = new Operator(product.address)
  await product.start()
})
afterAll(() => product.remove())

function keepLog(): void {
  mkdirSync(artifacts, { recursive: true })
  writeFileSync(path.join(artifacts, 'kill-product.log'), readLog(product.address, new Date(0)))
}

/** Chooses which processes to kill: each group of `victims` once in a random order, then random groups. */
function chooseVictims(count: number): Part[][] {
  const once = victims.map((parts) => ({ parts, place: Math.random() })).toSorted((a, b) => a.place - b.place)
  return Array.from(
    { length: count },
    (_, i) => once[i]?.parts ?? victims[randomInt(victims.length)] ?? ['http'],
  )
}

async function prepareStorm(): Promise<FundingStorm> {
  const lenders = []
  for (let i = 0; i < lendersAtOnce; i += 1) lenders.push(await operator.makeLender({ cash: 4_000_000_000 }))
  const settings = { total: 5_000_000_000, minimum: 100_000, tenor: 12 }
  const loans = await operator.makeLoans([settings, settings, settings, settings])
  const [first] = lenders
  if (first === undefined) throw new Error('a storm needs lenders')
  const api = await LenderApi.logIn(product.address, first)
  const offered = await Promise.all(loans.map((loan) => api.offered(loan)))
  const open = offered.filter((loan): loan is OfferedLoan => loan !== null)
  return FundingStorm.make(
    product.address,
    lenders,
    open,
    path.join(product.address.dataDir, 'journal.jsonl'),
  )
}

async function killTogether(parts: readonly Part[], storm: FundingStorm): Promise<void> {
  // A part that the kill before has taken with it may still be starting.
  const kill = async (part: Part) => {
    await product.kill(part)
    return true
  }
  await Promise.all(parts.map((part) => until(`${part} is killed`, () => kill(part))))
  if (parts.includes('supervisor')) await product.start()
  await product.becomeReady()
  const before = storm.count('acknowledged')
  await until(
    `funding goes on after the end of ${parts.join(' and ')}`,
    () => (storm.count('acknowledged') >= before + 4 ? true : null),
    { limitMs: 120_000 },
  )
}

/** The differences between the books of one lender and the answers that they received. */
function compare(attempts: readonly FundingAttempt[], rows: readonly PortfolioRow[]): string[] {
  const done = attempts.filter(({ outcome }) => outcome === 'acknowledged')
  const found = (attempt: FundingAttempt) =>
    rows.filter((row) => row.loanNumber === attempt.loanNumber && row.totalLoan === attempt.amount)
  return [
    ...done
      .filter((attempt) => found(attempt).length !== 1)
      .map((attempt) => `${found(attempt).length} of ${attempt.key}`),
    ...done
      .filter((attempt) => attempt.signed && found(attempt).some((row) => !row.isSigned))
      .map((attempt) => `${attempt.key} was signed and still waits`),
    ...(rows.length === done.length ? [] : [`${rows.length} fundings, ${done.length} were acknowledged`]),
  ]
}

test(`FND-07 FIX-20 no acknowledged funding is lost or doubled over ${kills} kills -9 under load, also of supervisor and PostgreSQL together`, {
  timeout: 120_000 + settleLimitMs + kills * 120_000,
}, async () => {
  onTestFailed(keepLog)
  const storm = await prepareStorm()
  storm.start()
  try {
    for (const parts of chooseVictims(kills)) {
      await sleep(randomInt(500, 2_500))
      await killTogether(parts, storm)
    }
  } finally {
    await storm.stop()
  }
  const unknown = storm.count('asked')
  await until('every outcome is known', async () => {
    await storm.resolveUnknown()
    return storm.count('asked') === 0 ? true : null
  })
  console.log(`${storm.count('acknowledged')} fundings, ${unknown} of them settled by asking again`)
  expect(storm.surprises).toEqual([])
  expect(storm.count('acknowledged')).toBeGreaterThan(kills * 4)

  const stillWaiting = storm.attempts.filter(({ signed }) => !signed).slice(-5)
  expect(stillWaiting.length).toBeGreaterThan(0)
  for (const attempt of stillWaiting) {
    await until(`${attempt.key} can be signed`, async () => ((await storm.sign(attempt)) ? true : null))
  }
  for (const [lender, api] of storm.apis.entries()) {
    const attempts = storm.attempts.filter((attempt) => attempt.lender === lender)
    await until(
      'what was signed is settled',
      async () => (compare(attempts, await api.portfolio()).length === 0 ? true : null),
      { limitMs: settleLimitMs },
    ).catch(() => undefined)
    expect(compare(attempts, await api.portfolio())).toEqual([])
    const { cashBalance } = await api.summary()
    const spent = attempts.reduce((sum, { amount }) => sum + amount, 0)
    expect(cashBalance).toBe(4_000_000_000 - spent)
  }
  expect(await operator.auditBooks()).toEqual([])
})

test('starting the product again on the same data folder is refused, and the running one continues', async () => {
  const lender = await operator.makeLender({ cash: 1_000_000 })
  const api = await LenderApi.logIn(product.address, lender)
  const { code, output } = await product.startAgainBeside()
  expect(code).toBe(1)
  expect(output).toContain(`Pematang runs already on ${product.address.dataDir}`)
  expect(output).not.toMatch(/\n\s+at /)
  expect((await api.summary()).cashBalance).toBe(1_000_000)
})

test('sessions, balances and reservations survive a restart of the product', async () => {
  const lender = await operator.makeLender({ cash: 9_000_000 })
  const [loan] = await operator.makeLoans([{ total: 10_000_000, minimum: 1_000_000, tenor: 14 }])
  if (loan === undefined) throw new Error('no loan was made')
  const api = await LenderApi.logIn(product.address, lender)
  await api.prepareAgreement(loan.loanNumber, 2_000_000)
  const offered = await api.offered(loan)
  if (offered === null) throw new Error('the loan is not offered')
  const funded = await api.fund(
    { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: 2_000_000 },
    'restart-0001',
  )
  // The factsheet of the loan is generated in the background, so the test waits for it.
  await until('the factsheet is there', async () =>
    (await api.portfolio()).every(({ factsheetUrl }) => factsheetUrl !== null) ? true : null,
  )
  const before = { summary: await api.summary(), portfolio: await api.portfolio() }

  expect(await product.stop()).toBe(0)
  await product.start()

  expect({ summary: await api.summary(), portfolio: await api.portfolio() }).toEqual(before)
  await api.sign(funded)
  await until('the funding is settled', async () =>
    (await api.fundingState(funded.docToken)).state === 'SETTLED' ? true : null,
  )
  expect(await operator.auditBooks()).toEqual([])
})
