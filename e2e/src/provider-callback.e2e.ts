import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type FundedLoan, type FundingBody, LenderApi } from './lender-api.ts'
import { type Lender, type Loan, Operator } from './operator.ts'
import { judgePdf } from './signed-pdf.ts'
import { until } from './waiting.ts'

// These tests use the API and the provider without a browser, like a lender's own program.

const product = inject('product')
const operator = new Operator(product)
const amount = 1_000_000
const cash = 80_000_000

let loan: Loan
let loanId: number
let owner: LenderApi
let stranger: LenderApi

beforeAll(async () => {
  const lenders: Lender[] = [await operator.makeLender({ cash }), await operator.makeLender({ cash })]
  const [first, second] = await Promise.all(lenders.map((lender) => LenderApi.logIn(product, lender)))
  const [made] = await operator.makeLoans([{ total: 100_000_000, minimum: amount }])
  if (first === undefined || second === undefined || made === undefined) throw new Error('nobody was made')
  ;[owner, stranger, loan] = [first, second, made]
  loanId = (await owner.offered(loan))?.loanId ?? 0
})
afterEach(async () => {
  expect(await operator.auditBooks()).toEqual([])
})

async function fund(body?: FundingBody): Promise<FundedLoan> {
  await owner.prepareAgreement(loan.loanNumber, amount)
  return owner.fund(body ?? { loanId, amount, loanNumber: loan.loanNumber }, randomUUID())
}

const isSettled = (funded: FundedLoan): Promise<true> =>
  until('the funding is settled', async () => {
    const { state } = await owner.fundingState(funded.docToken)
    return state === 'SETTLED' ? true : null
  })

test('FND-10 a funding request in either body format reserves the cash and can be signed', async () => {
  const { reservedBalance } = await owner.summary()
  const first = await fund({ loanId, amount, loanNumber: loan.loanNumber })
  const second = await fund({ loanInfo: [{ loanId, amount }] })
  expect((await owner.summary()).reservedBalance).toBe(reservedBalance + 2 * amount)
  for (const funded of [first, second]) {
    await owner.sign(funded)
    await isSettled(funded)
  }
  expect((await owner.summary()).reservedBalance).toBe(reservedBalance)
})

test.each([
  ['000002', 'is lost'],
  ['000003', 'comes five times at once'],
  ['000004', 'comes late'],
  ['000005', 'is forged before the real one comes'],
  ['000006', 'is followed by an older one'],
])('FND-05 PIN %s: a funding whose signature callback %s is settled once', async (pin) => {
  const before = await owner.summary()
  const funded = await fund()
  await owner.sign(funded, pin)
  await isSettled(funded)
  const after = await owner.summary()
  expect(before.cashBalance - after.cashBalance).toBe(amount)
  expect(after.outStandingBalance - before.outStandingBalance).toBe(amount)
})

test('API-03 a signing token opens the signing page only for its lender and only while the document is unsigned', async () => {
  const funded = await fund()
  await expect(stranger.openSigning(funded.docToken)).rejects.toThrow('SIGNING_NOT_FOUND')
  await expect(stranger.openSigning(funded.docToken, owner.digiSignId)).rejects.toThrow('SIGNING_NOT_FOUND')
  await expect(owner.openSigning(funded.docToken, stranger.digiSignId)).rejects.toThrow('SIGNING_NOT_FOUND')
  await expect(stranger.fundingState(funded.docToken)).rejects.toThrow('SIGNING_NOT_FOUND')
  await owner.sign(funded)
  await isSettled(funded)
  await expect(owner.openSigning(funded.docToken)).rejects.toThrow('SIGNING_ENDED')
})

test('FND-06 pdfsig validates the signed agreement, and another lender cannot download it', async () => {
  const funded = await fund()
  await owner.sign(funded)
  await isSettled(funded)
  const row = (await owner.portfolio()).find(({ isSigned }) => isSigned)
  const address = row?.lenderAgreementUrl ?? ''
  expect(judgePdf(await owner.download(address)).signatures).toContain('Signature is Valid')
  await expect(stranger.download(address)).rejects.toThrow('404 NOT_FOUND')
})

test('API-03 two concurrent requests open the signing page while the worker is sending the documents', async () => {
  for (let round = 0; round < 24; round += 1) {
    const { docToken } = await fund()
    // The delay differs in each round, so that each hits another moment of the worker's polling interval.
    await sleep((round % 12) * 25)
    const opened = await Promise.all([owner.openSigning(docToken), owner.openSigning(docToken)])
    expect(new Set(opened).size).toBe(2)
  }
})
