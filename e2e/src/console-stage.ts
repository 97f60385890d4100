import { randomInt } from 'node:crypto'
import type { Fixture } from './journey.ts'
import type { Loan } from './operator.ts'
import { StaffMember } from './staff-member.ts'
import { until } from './waiting.ts'

/** Two people at their browsers: one proposes, the other decides; and a rule for these operations. */
export async function twoPeople(
  fixture: Fixture,
  ...operations: string[]
): Promise<[StaffMember, StaffMember]> {
  const number = randomInt(1_000, 10_000)
  const maker = await StaffMember.hire(fixture, `Rina Wulandari ${number}`, ['LOOK', 'WORK'])
  const decider = await StaffMember.hire(fixture, `Budi Santoso ${number}`, ['LOOK', 'DECIDE'])
  await rule(fixture, ...operations)
  return [maker, decider]
}

async function rule({ operator }: Fixture, ...operations: string[]): Promise<void> {
  const named = operations.flatMap((operation) => ['--operation', operation])
  await operator.run(['approvals', 'set', ...named, '--deciders', '1', '--reason', 'e2e'])
}

const total = 2_000_000

/** A lender of their own funds a whole loan. */
export async function fundedLoan(fixture: Fixture) {
  const lender = await fixture.makeLender({ cash: 5_000_000 })
  const api = await fixture.apiOf(lender)
  const loan = await fixture.makeLoan({ total, minimum: 500_000, purpose: 'Menambah stok barang' })
  await api.prepareAgreement(loan.loanNumber, total)
  const offered = await api.offered(loan)
  if (!offered) throw new Error('the loan is not offered')
  const body = { loanId: offered.loanId, loanNumber: loan.loanNumber, amount: total }
  return { lender, api, loan, funded: await api.fund(body, `console-${loan.loanNumber}`) }
}

/** A loan that one lender has funded alone and that was paid out today. */
export async function paidOutLoan(fixture: Fixture): Promise<Loan> {
  const { api, loan, funded } = await fundedLoan(fixture)
  await until('the provider takes the signature', async () => {
    await api.sign(funded)
    return true
  })
  await until('it is settled', async () =>
    (await api.fundingState(funded.docToken)).state === 'SETTLED' ? true : null,
  )
  await fixture.operator.run(['disbursements', 'make', loan.loanNumber])
  return loan
}
